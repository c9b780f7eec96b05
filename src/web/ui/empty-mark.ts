// What stands where there is nothing to show: one mark on every screen and sheet. Options that nobody chose are なし, which is an answer.
export const EMPTY_MARK = '―';
