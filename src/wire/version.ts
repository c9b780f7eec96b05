// The version of a record: a detail answers it, and who sends it back is told when somebody else was faster.
import { orNone } from './fields.ts';
import { text } from './texts.ts';

const version = text('version', '更新の番号', { max: 20 });

export const versionAnswered = { version };
export const versionKnown = { version };
/** Left out, it is not compared. */
export const versionSent = { version: orNone(version, '') };
