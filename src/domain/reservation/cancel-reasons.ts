// The institution's words for why a reservation was cancelled, a line each.

const MOST_REASONS = 10;
export const REASON_LENGTH = 20;

/** The words in a text of lines, each once. */
export const listReasons = (text: string) => [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean);

export function findReasonsProblem(text: string): string | null {
  const reasons = listReasons(text);
  if (reasons.length > MOST_REASONS) return `取消の理由は${MOST_REASONS}件以内で入力してください。`;
  const isTooLong = reasons.some((reason) => [...reason].length > REASON_LENGTH);
  return isTooLong ? `取消の理由は1行${REASON_LENGTH}文字以内で入力してください。` : null;
}
