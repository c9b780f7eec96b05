// Why a person's data are erased, in words: for the dialog and for the access log.
export const ERASING_REASONS = { request: '本人の請求', mistake: '誤登録', other: 'その他' } as const;
