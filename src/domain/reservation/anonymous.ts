// Reservations that no longer tell whom they were for: what is said of them.

/** Why nothing can be changed about one, and no mail be sent. */
export const ANONYMISED = 'この予約は保存期間を過ぎ、匿名化されています。';

/** What is left of one, for whoever decides about it. */
export const STAYS =
  '予約番号・受診日・コース・クライアント（保険者番号・対象者区分）・年齢（生まれた年）・性別・都道府県は残ります。ほかの資料と照らし合わせると本人がわかることがあり、個人情報保護法の「匿名加工情報」ではありません。';
