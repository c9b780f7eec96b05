// Answers those who ask the same in one turn of the event loop with one reading. It begins when all of them have asked,
// so nobody learns what was true before they did.

export class SharedReading<R> {
  readonly #asked = new Map<string, Promise<R>>();

  ask(key: string, read: () => Promise<R>): Promise<R> {
    let answer = this.#asked.get(key);
    if (!answer) {
      answer = new Promise((resolve) => {
        setImmediate(() => {
          this.#asked.delete(key);
          // Whatever it throws, even before it waits for anything, is the callers' to know.
          resolve((async () => read())());
        });
      });
      this.#asked.set(key, answer);
    }
    return answer;
  }
}
