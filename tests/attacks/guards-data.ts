// The guards of what is stored: places and bookings, whose account it is, and the log of who has seen what.

export interface Guard {
  /** What it keeps from happening. */
  guard: string;
  file: string;
  /** Stands once in the file; what it becomes takes the guard out. */
  out: readonly [from: string, to: string];
  test: string;
  /** The beginning of its name, or a part that no other has. */
  named: string;
}

const RACES = 'src/booking/write/races.test.ts';
const CALL_LOG = 'src/server/access-log/call-log.ts';
const SHOWN_PEOPLE = 'src/backoffice/shared/shown-people.test.ts';
const AMEND = 'src/backoffice/reservations/amend/amend.test.ts';
const AMENDING = 'migrations/functions/amending.sql';
const VERIFY_MAIL = 'src/examinee/verify-mail/verify-mail.test.ts';

export const DATA_GUARDS: readonly Guard[] = [
  {
    guard: 'never oversold: a place is taken only while there is one',
    file: 'migrations/functions/places.sql',
    out: [' and c.used + m.delta <= c.capacity;', ';'],
    test: RACES,
    named: '50 clients for the last place',
  },
  {
    guard: 'never doubled: an idempotency key with other content is refused',
    file: 'src/booking/write/idempotency-keys.ts',
    out: ["content_hash: hash('sha256', JSON.stringify(content), 'hex'),", "content_hash: hash('sha256', '', 'hex'),"],
    test: RACES,
    named: 'with another content is refused',
  },
  {
    guard: 'of two saves, the one from an older state is refused (optimistic locking)',
    file: 'src/server/records/masters.ts',
    out: ['if (version !== null && version !== String(record.version)) throw stale();', ''],
    test: 'src/backoffice/files/csv-patterns/patterns.test.ts',
    named: 'of two who save from the same state',
  },
  {
    guard: 'what staff book joins an account only when its address is verified',
    file: 'migrations/functions/booking.sql',
    out: [`if b->'history' @> '[{"kind": "administrator"}]' then`, 'if false then'],
    test: VERIFY_MAIL,
    named: 'when the desk books her by that mail, then the stranger sees nothing of it',
  },
  {
    guard: 'what staff correct is shown to nobody who has not verified the address',
    file: 'src/backoffice/reservations/detail/server-correct.ts',
    out: ['await awaitVerification(db, who.institutionCode, stored.number);', ''],
    test: VERIFY_MAIL,
    named: 'when staff change or correct what the stranger has booked',
  },
  {
    guard: 'whoever verifies and was not logged in ends every session from before',
    file: 'src/account/verify-mail.ts',
    out: [
      "await endOtherSessions(transaction, { kind: 'examinee', institutionCode, examineeId }, null);\n    await mailPasswordChange",
      'await mailPasswordChange',
    ],
    test: VERIFY_MAIL,
    named: 'when she opens the link of her mail and chooses a password',
  },
  {
    guard: 'whoever verifies in an open session ends all others',
    file: 'src/account/verify-mail.ts',
    out: ['await endOtherSessions(db, own, own.tokenHash);', ''],
    test: VERIFY_MAIL,
    named: 'given the browser in which she has booked',
  },
  {
    guard: 'a first password that an answer has held opens no session once the address is verified',
    file: 'src/account/verify-mail.ts',
    out: ['await closePasswords(db, institutionCode, examineeId, own.tokenHash);', ''],
    test: VERIFY_MAIL,
    named: 'given the browser in which she has booked',
  },
  {
    guard: 'whoever comes in by a reissued password ends every session from before',
    file: 'src/account/verify-mail.ts',
    out: ["await endOtherSessions(transaction, { kind: 'examinee', institutionCode, examineeId }, null);\n    }", '}'],
    test: VERIFY_MAIL,
    named: 'when she comes by a reissued password',
  },
  {
    guard:
      'options that are changed on the day move places by the difference only, wherever the masters have put them since',
    file: 'src/domain/offer/places.ts',
    out: ['has + needed - (before.get(code) ?? 0)', 'needed'],
    test: 'src/domain/offer/amendment.test.ts',
    named: 'moved since, kept: stays where it was booked',
  },
  {
    guard: 'an option that is dropped on the day gives its place back',
    file: AMENDING,
    out: ["and n.act = 'drop';", "and n.act = 'none';"],
    test: AMEND,
    named: '胃内視鏡 → 胃部X線 frees its place',
  },
  {
    guard: 'changes on the day lock capacities in the one order that bookings have',
    file: AMENDING,
    out: ["perform lock_capacities(institution, number_, b->'places', old.visit_date);", ''],
    test: AMEND,
    named: 'one frame for another, and the other way round',
  },
  {
    guard: 'of two who change the options of a reservation, the one from an older state is refused',
    file: AMENDING,
    out: [" or old.version <> (b#>>'{expected,version}')::integer", ''],
    test: AMEND,
    named: 'what another clerk has saved in between',
  },
  {
    guard: 'a call whose answer may show a field of a person states its entry',
    file: 'src/backoffice/reservations/phone-booking/contract.ts',
    out: ["  log: { act: 'look', note: 'メールアドレスの持ち主' },\n", ''],
    test: 'tests/access-log.test.ts',
    named: 'whatever may show a field of a person',
  },
  {
    guard: 'who was shown a person by an answer has left an entry',
    file: CALL_LOG,
    out: [
      '(isFound || who.trace.details)) accessLog.put(entry());',
      '(isFound || who.trace.details)) accessLog.free();',
    ],
    test: SHOWN_PEOPLE,
    named: 'a person on the page of phone bookings',
  },
  {
    guard: 'who was shown a person by a refusal has left an entry',
    file: CALL_LOG,
    out: ['call.refusal !== undefined && Object.keys(failure.extra).length > 0', 'false'],
    test: SHOWN_PEOPLE,
    named: 'a scan and a mark that are refused with a name',
  },
  {
    guard: 'a list names in its entry whom it has shown',
    file: CALL_LOG,
    out: ['who.trace.numbers ??= numbers;', ''],
    test: 'src/server/access-log/access-log.test.ts',
    named: 'up to 1,000 reservations of a list are named',
  },
  {
    guard: 'a file has its entry before its first byte leaves',
    file: CALL_LOG,
    out: ["await writeLog(own, { ...first, details: { ...first.details, note: '開始' } });", ''],
    test: 'src/backoffice/files/csv-patterns/download.test.ts',
    named: 'who goes away in the middle',
  },
  {
    guard: 'a file that was cut off says how much has left',
    file: CALL_LOG,
    out: ['        if (isEnded) {', '        if (isEnded && isWhole) {'],
    test: 'src/backoffice/files/csv-patterns/download.test.ts',
    named: 'who goes away in the middle',
  },
  {
    guard: 'no entry goes that is younger than the setting allows, whatever prune_access_log is called with',
    file: 'migrations/functions/access-log.sql',
    out: ['least(a_before, access_log_kept_from(a_institution))', 'a_before'],
    test: 'src/server/privacy/run-retention.test.ts',
    named: 'prune_access_log keeps what is younger',
  },
  {
    guard: 'an entry of the access log is changed by nobody',
    file: 'migrations/functions/access-log.sql',
    out: [
      "raise exception using errcode = 'insufficient_privilege', message = 'the access log is not changed';",
      'return null;',
    ],
    test: 'src/server/access-log/access-log.test.ts',
    named: 'even by whom no right is refused, then it is refused',
  },
  {
    guard: 'the service is no superuser, and owns no table',
    file: 'src/db/embedded/cluster.ts',
    out: ['connection: as(RUNTIME)', 'connection: as(SUPERUSER)'],
    test: 'src/db/roles.test.ts',
    named: 'what release 1.0.0 made as the superuser',
  },
  {
    guard: 'of the access log the service may only read and add',
    file: 'src/db/grants.ts',
    out: ["'{INSERT,SELECT}'", "'{DELETE,INSERT,SELECT,UPDATE}'"],
    test: 'tests/attacks/rights.test.ts',
    named: 'it may add to the log, and prune it',
  },
  {
    guard: 'temporary tables take no part in what prunes the access log as its owner',
    file: 'migrations/functions/access-log.sql',
    out: [' set search_path = public, pg_temp', ''],
    test: 'tests/attacks/rights.test.ts',
    named: 'what it puts into a temporary schema',
  },
];
