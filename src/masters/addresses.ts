// The lists to which masters lead each other, where one can do nothing without what another keeps.

export const EXAM_ITEMS = '/MasterWKKMMList';
export const OPTION_GROUPS = '/MasterWOPBRList';
export const OPTION_ITEMS = '/MasterWOPKMList';
export const FRAMES = '/MasterWWAKUList';
export const TIME_SLOTS = '/MasterWTMZNList';
