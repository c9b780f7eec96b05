// Something that lies over the screen until it is answered, awaited by who has opened it.
import { useState } from 'react';

/** `answer` is null while nothing is asked. */
export function useAsked<T>(): { ask(): Promise<T>; answer: ((given: T) => void) | null } {
  const [answer, setAnswer] = useState<((given: T) => void) | null>(null);
  const ask = () =>
    new Promise<T>((resolve) =>
      setAnswer(() => (given: T) => {
        setAnswer(null);
        resolve(given);
      }),
    );
  return { ask, answer };
}
