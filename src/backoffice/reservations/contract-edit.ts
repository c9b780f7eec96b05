// What goes with a change of a reservation by staff: why it is cancelled, and what is written to the person.
import { REASON_LENGTH } from '#domain/reservation/cancel-reasons.ts';
import { YES } from '#wire/choices.ts';
import { scalar } from '#wire/field.ts';
import { flag } from '#wire/fields.ts';
import { record } from '#wire/record.ts';
import type { Rule } from '#wire/rules.ts';
import { text } from '#wire/texts.ts';

export const cancelReason = text('hkrs', '取消の理由', { max: REASON_LENGTH });
/** The institution's, a line each. */
export const cancelReasons = text('hkrl', '取消の理由', { multiline: true });

/** The old screens wrote it as a word. */
const AS_WORDS: Readonly<Record<string, string>> = { true: YES.on, false: YES.off };
const sendMailCode = 'isSendMail';
const sendMailFlag = flag(sendMailCode, '通知メール', YES, { empty: false });
export const sendMail: typeof sendMailFlag = {
  ...sendMailFlag,
  take(wire, report) {
    const sent = scalar(wire, sendMailCode);
    return sendMailFlag.take({ [sendMailCode]: AS_WORDS[sent] ?? sent }, report);
  },
};

export const notice = text('mailMessage', '連絡事項', { multiline: true });

const NOTICE_LENGTH = 1000;

/** Without a mail nobody reads it. */
export const noticeFits: Rule<{ sendMail: boolean; notice: string }> = ({ sendMail, notice }, report) => {
  if (sendMail && [...notice].length > NOTICE_LENGTH) {
    report('notice', `連絡事項は${NOTICE_LENGTH}文字以内で入力してください。`);
  }
};

export const cancelForm = record({ cancelReason, sendMail, notice }, [noticeFits]);

export const requireReason = (
  isWanted: boolean,
  { cancelReason }: { cancelReason: string },
  report: Parameters<Rule<unknown>>[1],
) => isWanted && cancelReason === '' && report('cancelReason', '取消の理由を選択してください。');
