// How what is sent to people before their visit stands.

export const SENDING_WORDS = { none: '不要', due: '未発送', sent: '発送済み', returned: '戻り' } as const;
export type SendingStatus = keyof typeof SENDING_WORDS;
