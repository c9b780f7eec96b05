// Reservations that no longer tell whom they were for: what is said of them.

/** Why nothing can be changed about one, and no mail be sent. */
export const ANONYMISED = 'この予約は保存期間を過ぎ、匿名化されています。';
