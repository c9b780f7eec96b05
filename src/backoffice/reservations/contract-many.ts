// Many reservations in one call: as they were seen, and what became of each.
import { OUTCOME, RESERVATION_STATUS, YES } from '#wire/choices.ts';
import { choice, flag, orNone, reservationNumber, versionAnswered } from '#wire/fields.ts';
import { list } from '#wire/record.ts';
import type { Rule } from '#wire/rules.ts';
import { text } from '#wire/texts.ts';

/** Of one call that changes them; a screen sends the next when it is answered. */
export const AT_A_TIME = 20;

export const seen = {
  number: reservationNumber('ukno', '予約番号'),
  version: text('version', '更新の番号', { required: true, max: 20 }),
};
export const seenCodes = { number: 'uknos', version: 'versions' } as const;

export const upTo =
  (most: number): Rule<{ seen: readonly unknown[] }> =>
  ({ seen }, report) => {
    if (seen.length < 1 || seen.length > most) report('seen', `予約は1件から${most}件までで指定してください。`);
  };

export const results = list('resultList', '結果', {
  number: seen.number,
  outcome: choice('result', '結果', OUTCOME),
  /** As it stands now; empty where there is no such reservation. */
  status: orNone(choice('statusCode', '予約状況', RESERVATION_STATUS), ''),
  ...versionAnswered,
  isMailed: flag('isMailed', '通知メール', YES),
  sentence: text('errorMessage', '変更できない理由'),
});
