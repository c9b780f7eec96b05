// The guards, each with its control: what takes it out of the code, and the test that fails then. docs/reliability.md is written
// from this list; run-guards.ts takes each one out in a copy of the project and looks whether its test notices.
import { DATA_GUARDS, type Guard } from './guards-data.ts';

const ACCESS = 'tests/attacks/access.test.ts';
const ADMISSION = 'src/server/http/admission.ts';
const DOOR = 'src/server/http/http-server.test.ts';
const ACCOUNT = 'src/account/account.test.ts';

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
    out: ['and r.examinee_id = $3`;', 'and $3::bigint > 0`;'],
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
    guard: 'no cell of a CSV file is a formula',
    file: 'src/backoffice/files/csv-file.ts',
    out: ['const safe = FORMULA.test(value)', 'const safe = false'],
    test: 'src/backoffice/files/csv-file.test.ts',
    named: 'whatever the values are, a reader finds as many',
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
  ...DATA_GUARDS,
];
