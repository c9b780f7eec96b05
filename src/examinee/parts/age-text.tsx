// An age with the day that it is counted at.
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { Soft } from './texts.tsx';
import { writeDay } from './words.ts';

/** `at` is the day at which the client counts ages; null = the day of the visit. */
export function AgeText({ age, at }: { age: number | null; at: PlainDate | null }) {
  if (age === null) return <Soft>生年月日を選択すると表示されます。</Soft>;
  return (
    <>
      {age}歳<Soft whole>（{at ? writeDay(at) : '受診日'}時点の年齢）</Soft>
    </>
  );
}
