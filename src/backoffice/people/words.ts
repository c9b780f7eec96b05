// Why a person's data are erased, in words: for the dialog and for the access log.
export const ERASING_REASONS = { request: '本人の請求', mistake: '誤登録', other: 'その他' } as const;

/** What is left of an anonymous one, for whoever decides about it. */
export const STAYS =
  '予約番号・受診日・コース・クライアント（保険者番号・対象者区分）・年齢（生まれた年）・性別・都道府県は残ります。ほかの資料と照らし合わせると本人がわかることがあり、個人情報保護法の「匿名加工情報」ではありません。';
