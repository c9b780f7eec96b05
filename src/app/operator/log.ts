// What the operator's commands leave in institutions' access logs: every command an entry, with the name of who has given it.
import type { Connection, Roles } from '#db/connection.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { LoggedAct } from '#domain/staff/acts.ts';
import { writeLog } from '#server/access-log/write-log.ts';
import { withDatabase } from './options.ts';

interface LoggedCommand {
  /** In words; none where the command always writes an entry of its own. */
  note: string;
  /** It shows, changes or copies people's data: whoever gives it says who they are. */
  isNamed?: boolean;
  /** Its entry stands in the transaction of what it does; the one above is written where there was nothing to do. */
  isOwn?: boolean;
}

export const LOGGED: Readonly<Record<string, LoggedCommand>> = {
  'create-institution': { note: '', isOwn: true },
  'remove-institution': { note: '医療機関の削除', isNamed: true, isOwn: true },
  'add-administrator': { note: '', isOwn: true },
  'reset-administrator': { note: '', isOwn: true },
  'disable-administrator': { note: '', isOwn: true },
  'enable-administrator': { note: '', isOwn: true },
  'unlock-administrator': { note: '', isOwn: true },
  'add-partner-key': { note: '', isOwn: true },
  'remove-partner-key': { note: '', isOwn: true },
  list: { note: '医療機関の一覧' },
  migrate: { note: 'スキーマの更新', isOwn: true },
  verify: { note: 'データの検査' },
  backup: { note: 'バックアップの作成', isNamed: true },
  restore: { note: '', isNamed: true, isOwn: true },
  'mail list': { note: 'メールの一覧' },
  'mail show': { note: '', isNamed: true, isOwn: true },
  'mail resend': { note: 'メールの再送（0通）', isNamed: true, isOwn: true },
  'mail retry': { note: '待っているメールの送信（0通）', isNamed: true, isOwn: true },
  'mail release': { note: '保留中のメールの送信・取り下げ（0通）', isNamed: true, isOwn: true },
  'mail test': { note: 'テストメールの送信' },
  'set-sender-domains': { note: '', isOwn: true },
  'daily-run': { note: '日次処理', isNamed: true },
  'person export': { note: '', isNamed: true, isOwn: true },
  'person erase': { note: '', isNamed: true, isOwn: true },
  'privacy-run': { note: '保存期間の処理', isNamed: true },
  'rotate-key': { note: '鍵の交換' },
  'postal-codes': { note: '郵便番号データの読み込み' },
  versions: { note: 'バージョンの表示' },
};

/** Of the command that is carried out: one at a time, for one person. */
const given = { name: '', isLogged: false };

export function nameOperator(name: string): void {
  Object.assign(given, { name, isLogged: false });
}

interface EntryDetails {
  act?: LoggedAct;
  count?: number;
}

const entryOf = (
  institutionCode: string,
  note: string,
  subject: string,
  { act = 'operator', count }: EntryDetails,
) => ({
  institutionCode,
  at: new Date(),
  actor: { kind: 'operator', displayName: given.name } as const,
  act,
  subject,
  details: { note, ...(count !== undefined && { count }) },
});

export function logOperator(db: Db, institutionCode: string, note: string, subject = '', details: EntryDetails = {}) {
  given.isLogged = true;
  return writeLog(db, entryOf(institutionCode, note, subject, details));
}

const findInstitutions = query<{ code: string }>(`
  select institution_code as code from institutions where institution_code = $1 or $1 is null`);
const findLog = query<{ isThere: boolean; isReadOnly: boolean }>(`
  select to_regclass('access_log') is not null and to_regprocedure('write_access_log(jsonb)') is not null as "isThere",
         current_setting('transaction_read_only')::boolean as "isReadOnly"`);

/** What only reads is done on a standby too, which takes no entry: then a line says so. */
const NO_ENTRY = 'This database takes no writes: the access log has no entry of this command.';

const logCommand = (connection: Connection, note: string, institution: string | null) =>
  withDatabase(connection, async (db) => {
    const [log] = await findLog(db);
    if (!log?.isThere) return;
    if (log.isReadOnly) return console.error(NO_ENTRY);
    const institutions = await findInstitutions(db, institution);
    await writeLog(db, ...institutions.map(({ code }) => entryOf(code, note, '', {})));
  });

/** Reading commands have their entry before they print anything, the others with what they do. */
export async function withEntry(
  roles: Roles,
  command: string,
  args: readonly string[],
  work: (roles: Roles) => Promise<string>,
): Promise<string> {
  const { note, isOwn } = LOGGED[command] ?? { note: command };
  const at = args.indexOf('--institution');
  const institution = at < 0 ? null : (args[at + 1] ?? null);
  const written = args.includes('--plain') ? `${note}（暗号化なし）` : note;
  if (!isOwn) await logCommand(roles.connection, written, institution);
  const output = await work(roles);
  if (isOwn && note !== '' && !given.isLogged) await logCommand(roles.connection, note, institution);
  return output;
}
