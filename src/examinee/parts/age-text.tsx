// An age with the day that it is counted at.
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { MutedText } from './texts.tsx';
import { writeDay } from './words.ts';

/** `at` is the day at which the client counts ages; null = the day of the visit. */
export function AgeText({ age, at }: { age: number | null; at: PlainDate | null }) {
  if (age === null) return <MutedText>生年月日を選択すると表示されます。</MutedText>;
  return (
    <>
      {age}歳<MutedText whole>（{at ? writeDay(at) : '受診日'}時点の年齢）</MutedText>
    </>
  );
}
