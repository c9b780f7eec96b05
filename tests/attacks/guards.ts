// The guards, each with its control: what takes it out of the code, and the test that fails then. docs/reliability.md is written
// from this list; run-guards.ts takes each one out in a copy of the project and looks whether its test notices.

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

const ACCESS = 'tests/attacks/access.test.ts';
const ADMISSION = 'src/server/http/admission.ts';
const DOOR = 'src/server/http/http-server.test.ts';
const RACES = 'src/booking/write/races.test.ts';
const ACCOUNT = 'src/account/account.test.ts';
const CALL_LOG = 'src/server/access-log/call-log.ts';
const SHOWN_PEOPLE = 'src/backoffice/shared/shown-people.test.ts';
const VERIFY_MAIL = 'src/examinee/verify-mail/verify-mail.test.ts';

export const GUARDS: readonly Guard[] = [
  {
    guard: 'a dead token opens nothing, also where none is needed',
    file: ADMISSION,
    out: ['if (token && !session) throw noSession();', ''],
    test: ACCESS,
    named: 'whoever asks about the own institution',
  },
  {
    guard: 'a token of the wrong kind is as good as none',
    file: ADMISSION,
    out: ["session.kind === 'handover' || session.kind !== call.who", "session.kind === 'handover'"],
    test: ACCESS,
    named: 'whoever asks about the own institution',
  },
  {
    guard: "another institution's data are not there",
    file: ADMISSION,
    out: ['else if (named !== institutionCode) throw notFound();', ''],
    test: ACCESS,
    named: "whoever asks about another's",
  },
  {
    guard: 'a call takes the role that its contract states',
    file: ADMISSION,
    out: ['if (!isAtLeast(role, call.least)) throw forbidden();', ''],
    test: ACCESS,
    named: 'whoever asks about the own institution',
  },
  {
    guard: 'without the second factor that is asked for, nothing but to set one up',
    file: ADMISSION,
    out: [
      'if (isRestricted && !call.isForRestricted) throw mustChangePassword ? passwordChangeNeeded() : twoFactorNeeded();',
      '',
    ],
    test: ACCESS,
    named: 'a session without the second factor',
  },
  {
    guard: 'delicate acts ask who it is once more',
    file: ADMISSION,
    out: ['if (call.isFresh) requireFresh(who);', ''],
    test: ACCESS,
    named: 'whoever has not shown who they are',
  },
  {
    guard: 'a session ends by idling and by age',
    file: 'src/server/access/tokens.ts',
    out: [
      'if (idle > idleMs(config, session.kind) || age > config.sessions.maximumHours * 3_600_000) return null;',
      '',
    ],
    test: ACCOUNT,
    named: 'a token ends by idling, by age',
  },
  {
    guard: "a person's reservation is shown to its owner alone",
    file: 'src/examinee/reservations/server-reservation.ts',
    out: ['r.examinee_id = $3', '$3::bigint > 0'],
    test: 'tests/attacks/isolation.test.ts',
    named: "nobody sees or changes another person's reservations",
  },
  {
    guard: 'pages of other sites send nothing',
    file: ADMISSION,
    out: ['if (!call.fromOutside) refuseCrossSite(request);', ''],
    test: DOOR,
    named: 'what other sites send is refused',
  },
  {
    guard: 'bodies have a limit',
    file: 'src/server/http/http-server.ts',
    out: ['    bodyLimit: call.bodyLimit,\n', ''],
    test: DOOR,
    named: 'bodies that are too large or no forms are refused',
  },
  {
    guard: 'forms that are not well-formed are refused',
    file: 'src/wire/form.ts',
    out: ["if (text.includes('\\ufffd')) return null;", ''],
    test: DOOR,
    named: 'raw bytes that are no UTF-8 are refused',
  },
  {
    guard: 'an address that asks too often is slowed down',
    file: 'src/server/http/http-server.ts',
    out: ['onRequest: !call.limit && requestsPerMinute > 0 ? app.rateLimit() : [],', 'onRequest: [],'],
    test: DOOR,
    named: 'an address that asks too often',
  },
  {
    guard: 'a fault tells nothing but an id',
    file: 'src/server/answers.ts',
    out: ['failureBody(FAULT.errorCode, [FAULT_SENTENCE])', 'failureBody(FAULT.errorCode, [String(error)])'],
    test: DOOR,
    named: 'a fault says nothing but an id',
  },
  {
    guard: 'whoever guesses passwords waits, and is locked out',
    file: 'src/server/access/login-limiter.ts',
    out: ['if (count > attempts.lockAfter) throw tooMany(LOCKED);', ''],
    test: ACCOUNT,
    named: 'the 6th wrong try in a row waits',
  },
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
    guard: 'no cell of a CSV file is a formula',
    file: 'src/backoffice/files/csv-line.ts',
    out: ['const safe = FORMULA.test(value)', 'const safe = false'],
    test: 'src/backoffice/files/csv-line.test.ts',
    named: 'whatever the values are, a reader finds as many',
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
    guard: 'control characters and what turns text around are refused: no line gets into a header',
    file: 'src/wire/texts.ts',
    out: ['if (forbidden.test(value)) return', 'if (false) return'],
    test: 'src/booking/mail/reservation-mails.test.ts',
    named: 'line breaks, second addresses and control characters are refused',
  },
  {
    guard: 'pages run no script that is not ours',
    file: 'src/server/answers.ts',
    out: ['"script-src \'self\'"', "\"script-src 'self' 'unsafe-inline'\""],
    test: 'src/server/http/web-files.test.ts',
    named: 'every screen is the document of its wing',
  },
  {
    guard: 'the log holds nothing that people typed: messages of the database are left out',
    file: 'src/app/start.ts',
    out: ["code && /^[0-9A-Z]{5}$/.test(code) ? '(database)' : error.message", 'error.message'],
    test: 'tests/attacks/short.test.ts',
    named: 'no line of the log holds',
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
    file: 'src/db/embedded/roles.ts',
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
