// The note about a person (申し送り), wherever staff read it.
import { YES } from '#wire/choices.ts';
import { flag } from '#wire/fields.ts';
import { record, type Value } from '#wire/record.ts';
import { text } from '#wire/texts.ts';

export const personNote = text('mosk', '申し送り', { max: 500, multiline: true });
export const isPrinted = flag('isPrinted', '受診票に印刷する', YES, { empty: false });
export const noteVersion = text('noteVersion', '申し送りの更新の番号', { max: 30 });

/** Empty where there is none. */
export const noteShown = {
  note: personNote,
  isPrinted,
  /** 0 = there is none. */
  noteVersion,
  noteBy: text('noteName', '申し送りを更新した人'),
  /** YYYY/MM/DD HH:mm */
  noteAt: text('noteDate', '申し送りの更新日時'),
  /** Several people with patient numbers have this kana and birth date, and nobody knows which of them it is. */
  isSeveral: flag('isSeveral', '同じカナ・生年月日の方が複数', YES),
};

export const shownNote = record(noteShown);
export type ShownNote = Value<typeof shownNote>;

export const SEVERAL = '同じカナ・生年月日の方が複数います。患者番号を入力すると表示されます。';
