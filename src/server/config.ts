// Everything that can be set from outside, in one place, with its default. docs/operations.md explains each.

import { isIP } from 'node:net';
import path from 'node:path';
import { StartRefused } from '#db/errors.ts';
import { makeDate } from '#domain/calendar/plain-date.ts';
import { TAX_RATES, type TaxRates } from '#domain/offer/price.ts';

export class BadConfig extends StartRefused {}

export type Config = ReturnType<typeof readConfig>;

export function readConfig(env: NodeJS.ProcessEnv) {
  const number = (name: string, fallback: number, max = 1_000_000) => {
    const value = env[name];
    if (value === undefined || value === '') return fallback;
    if (!/^[0-9]+$/.test(value) || Number(value) > max) throw new BadConfig(`${name} must be a number up to ${max}.`);
    return Number(value);
  };
  const publicUrl = env.PUBLIC_URL ? readPublicUrl(env.PUBLIC_URL) : null;
  requireTogether(env);
  const listening = { host: env.HOST || '127.0.0.1', port: number('PORT', 8080, 65_535) };
  return {
    ...listening,
    dataDir: path.resolve(env.DATA_DIR || 'data'),
    databaseUrl: readDatabaseUrl('DATABASE_URL', env.DATABASE_URL),
    /** Whose the tables are, where that is another role than the service's. */
    databaseOwnerUrl: readDatabaseUrl('DATABASE_OWNER_URL', env.DATABASE_OWNER_URL),
    /** The folder of the machine's PostgreSQL, for the database in the data folder; null for the one that comes along. */
    postgresBin: env.POSTGRES_BIN ? path.resolve(env.POSTGRES_BIN) : null,
    backups: {
      /** Where the nightly ones lie. */
      dir: path.resolve(env.BACKUP_DIR || path.join(env.DATA_DIR || 'data', 'backups')),
      /** How many of them; 0 = none is made. */
      kept: number('BACKUPS_KEPT', 14, 1000),
      passphrase: env.BACKUP_PASSPHRASE || null,
      /** Its first line is the passphrase. */
      passphraseFile: env.BACKUP_PASSPHRASE_FILE || null,
      isPlainMeant: env.BACKUP_PLAIN === '1',
    },
    poolSize: number('POOL_SIZE', 20, 1000),
    /** Where metrics are served; 0 = nowhere. */
    metricsHost: env.METRICS_HOST || '127.0.0.1',
    metricsPort: number('METRICS_PORT', 0, 65_535),
    /** How long a start waits for a database that does not answer yet. */
    startWaitSeconds: number('START_WAIT_SECONDS', 60, 86_400),
    /** How long a stop asks load balancers to send nobody new, before it closes the HTTP server. */
    drainSeconds: number('DRAIN_SECONDS', 0, 3600),
    /** How long a stop waits for what is under way. */
    stopSeconds: number('STOP_SECONDS', 10, 3600),
    secretKey: env.SECRET_KEY || null,
    previousKey: env.SECRET_KEY_PREVIOUS || null,
    /** How many front servers stand between, or which: they alone are believed when they say who is asking. */
    trustProxy: readProxies(env.TRUST_PROXY ?? ''),
    logLevel: readChoice('LOG_LEVEL', env.LOG_LEVEL || 'warn', LOG_LEVELS),
    /** Whether entries of the access log are written to the standard output too. */
    isAccessLogPrinted: env.ACCESS_LOG_STDOUT === '1',
    /** Whether there is a demo institution: only where nobody but this machine can reach it, for everybody, or never. */
    demo: readDemo(env.DEMO),
    /** The address people reach the service at, for links in mails. */
    publicUrl: publicUrl ?? listeningAt(listening),
    /** What shows that others than this machine reach the service, in words; null where nothing does. */
    outside: whoElseCanReach(env, listening.host),
    /** What is taken, but worth a word in the log. */
    warnings: [
      ...(publicUrl?.startsWith('http:') && !isLoopback(new URL(publicUrl).host) ? [PLAIN_HTTP] : []),
      ...(env.SMTP_URL && !env.MAIL_FROM ? [NO_SENDER] : []),
    ],
    /** Where mails are handed over; without it they are written to files. */
    smtpUrl: readSmtpUrl(env.SMTP_URL ?? ''),
    /** The sender of mails whose template names none. */
    mailFrom: env.MAIL_FROM || 'no-reply@localhost.localdomain',
    /** Somebody has said what it is to be. */
    isMailFromSet: Boolean(env.MAIL_FROM),
    /** Listed: templates may name senders of the domains that the provider has listed for their institution, and of MAIL_FROM's. */
    senderDomains: readChoice('SENDER_DOMAINS', env.SENDER_DOMAINS || 'any', ['any', 'listed']),
    /** Whom to inform of a hole; null where nobody is named. */
    securityContact: readContact(env.SECURITY_CONTACT ?? ''),
    /** How many mails one server hands over in a second at the most; 0 = none, they wait. */
    mailsPerSecond: number('MAILS_PER_SECOND', 20),
    /** How many connections to the mail server it has open at a time. */
    smtpConnections: Math.max(1, number('SMTP_CONNECTIONS', 10, 1000)),
    /** Calls a minute from one address; 0 = no limit. For floods: an office of a thousand people stays far below. */
    requestsPerMinute: number('REQUESTS_PER_MINUTE', 60_000),
    /** The same for calls that cost more, each counted by itself and not in the number above. */
    callsPerMinute: {
      token: number('TOKEN_REQUESTS_PER_MINUTE', 3000),
      availability: number('AVAILABILITY_REQUESTS_PER_MINUTE', 20_000),
      guestReservation: number('GUEST_RESERVATIONS_PER_MINUTE', 5000),
    },
    /** Background pictures from one address, in a minute; 0 = no limit. A browser asks for each once. */
    picturesPerMinute: number('IMAGE_REQUESTS_PER_MINUTE', 3000),
    /** Of one institution, on one server: how many calls of a kind are in work at once, how many wait, and how long. */
    institutionCalls: {
      atOnce: {
        read: Math.max(1, number('INSTITUTION_READS_AT_ONCE', 8)),
        write: Math.max(1, number('INSTITUTION_SAVES_AT_ONCE', 4)),
        steps: Math.max(1, number('INSTITUTION_BOOKINGS_AT_ONCE', 32)),
      },
      waiting: number('INSTITUTION_CALLS_WAITING', 5000),
      waitMs: number('INSTITUTION_CALLS_WAIT_MS', 20_000),
    },
    /** How many bookings people may make by themselves; 0 = no limit. */
    bookings: {
      /** Changes count. */
      perAccountPerDay: number('BOOKINGS_PER_ACCOUNT_PER_DAY', 10),
      /** From today on. */
      livePerAccount: number('LIVE_BOOKINGS_PER_ACCOUNT', 20),
      /** To a mail address that is not the account's own. */
      perRecipientPerDay: number('BOOKINGS_PER_RECIPIENT_PER_DAY', 5),
    },
    /** How many rows an extraction finds at the most; more have to be narrowed. */
    extractionRows: number('EXTRACTION_ROWS', 100_000),
    /** Of the consumption tax, by the day of the visit; the same on all servers of one database. */
    taxRates: readTaxRates(env.TAX_RATES ?? ''),
    /** In milliseconds. */
    timeouts: {
      /** For a request's headers, from the connection or the last answer on. */
      headers: number('HEADERS_TIMEOUT_MS', 20_000),
      /** For a whole request, a picture on a slow line included. */
      request: number('REQUEST_TIMEOUT_MS', 120_000),
      /** For a call's answer; a connection on which nothing moves for half as long again is closed. */
      call: number('CALL_TIMEOUT_MS', 60_000),
      /** The same for a call that reads much, its wait in the queue included. */
      bigCall: number('BIG_CALL_TIMEOUT_MS', 300_000),
    },
    sessions: {
      administratorIdleMinutes: number('ADMINISTRATOR_IDLE_MINUTES', 60),
      examineeIdleMinutes: number('EXAMINEE_IDLE_MINUTES', 30),
      maximumHours: number('SESSION_HOURS', 12),
    },
    attempts: {
      /** Tries in a row, from one network address, that are answered at once; each further one waits, twice as long as the one before. */
      free: number('LOGIN_FREE_TRIES', 5),
      /** Tries in a row after which the user id is locked for that address. */
      lockAfter: number('LOGIN_LOCK_AFTER', 10),
      lockMinutes: number('LOGIN_LOCK_MINUTES', 15),
      /** Different user ids that failed from one address, and did not come right, after which it is plainly attacking. */
      addressUsers: number('LOGIN_ADDRESS_FAILING_USERS', 100),
      /** Log-ins a minute that are looked at from such an address: it is slowed down, never locked, for others may share it. */
      attackerPerMinute: number('LOGIN_ATTACKER_TRIES_PER_MINUTE', 60),
      firstWaitMs: number('LOGIN_FIRST_WAIT_MS', 1000),
      longestWaitMs: number('LOGIN_LONGEST_WAIT_MS', 8000),
      /** The longest wait of a try from a new address for those from all others. */
      ceilingWaitMs: number('LOGIN_CEILING_WAIT_MS', 20_000),
      /** How many may wait at a time, on one server; those of one network address: half of it. */
      waiting: number('LOGIN_WAITS', 2000),
      /** Passwords that are sent again in an hour: tries of one mail address, and wrong ones from one network address. */
      reissuesPerHour: number('REISSUE_TRIES_PER_HOUR', 5),
      /** No such try is answered sooner, right or wrong. */
      reissueAnswerMs: number('REISSUE_ANSWER_MS', 200, 10_000),
    },
  };
}

export const listeningAt = ({ host, port }: { host: string; port: number }) =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

const NO_SENDER =
  'MAIL_FROM is not set: mail servers refuse what comes from no-reply@localhost.localdomain, or take it for spam';
const PLAIN_HTTP = 'PUBLIC_URL is http: whatever people type, passwords too, can be read on the way. Use https.';

const ONE_HOST = [
  'names several hosts, which is not supported: which of them takes writes is for a proxy to know (HAProxy,',
  'PgBouncer, a virtual address). Give the address of that.',
].join(' ');

/** Its text is never printed: there is a password in it. */
function readDatabaseUrl(name: string, text = ''): string | null {
  if (text === '') return null;
  const [base = '', ...search] = text.split('?');
  const hosts = [/^[a-z]+:\/\/(?:.*@)?([^/]*)/i.exec(base)?.[1], new URLSearchParams(search.join('?')).get('host')];
  if (hosts.some((host) => host?.includes(','))) throw new BadConfig(`${name} ${ONE_HOST}`);
  // A host that is left out leads to a socket.
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text.replace(/(:\/\/|@)(?=[/?]|$)/, '$1localhost'))) return text;
  throw new BadConfig(`${name} must be like postgres://user:password@host:5432/database.`);
}

/** Nor are these: a password stands there too. */
function readSmtpUrl(text: string): string | null {
  if (text === '') return null;
  if (/^smtps?:$/.test(URL.parse(text)?.protocol ?? '') && URL.parse(text)?.hostname) return text;
  throw new BadConfig(
    'SMTP_URL must be like smtps://user:password@mail.example.jp, or smtp://…:587, with special characters percent-encoded.',
  );
}

/** What makes no sense alone. */
function requireTogether(env: NodeJS.ProcessEnv): void {
  if (env.DATABASE_OWNER_URL && !env.DATABASE_URL) throw new BadConfig('DATABASE_OWNER_URL goes with DATABASE_URL.');
  if (env.PUBLIC_URL) return;
  const without = ['SMTP_URL', 'DATABASE_URL'].find((name) => env[name]);
  if (without) throw new BadConfig(`PUBLIC_URL must be set where ${without} is: mails carry links.`);
}

function whoElseCanReach(env: NodeJS.ProcessEnv, host: string): string | null {
  const set = ['SMTP_URL', 'PUBLIC_URL', 'TRUST_PROXY', 'DATABASE_URL'].find((name) => env[name]);
  if (set) return `${set} is set`;
  return isLoopback(host) ? null : 'HOST is not an address of this machine alone';
}

function readContact(text: string): string | null {
  if (text === '') return null;
  const uri = /^[^\s:/]+@[^\s:/]+$/.test(text) ? `mailto:${text}` : text;
  if (/^(mailto:[^\s]+@|https:\/\/)[^\s]+$/.test(uri) && URL.canParse(uri)) return uri;
  throw new BadConfig('SECURITY_CONTACT must be a mail address, or an address like https://example.jp/security.');
}

/** Without a slash at its end: paths are put behind it. */
function readPublicUrl(text: string): string {
  const url = URL.parse(text);
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username && !url.password;
  if (isPlain && /^\/*$/.test(url.pathname)) return url.origin;
  throw new BadConfig('PUBLIC_URL must be like https://kenshin.example.jp.');
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

const readDemo = (text?: string) => (text === '1' ? 'open' : text === '0' ? 'never' : 'local');

function readChoice<T extends string>(name: string, text: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === text);
  if (found === undefined) throw new BadConfig(`${name} must be ${choices.join(' or ')}.`);
  return found;
}

/** Days and percents, the oldest first: 2019-10-01=10, 2028-04-01=12. */
function readTaxRates(text: string): TaxRates {
  if (text.trim() === '') return TAX_RATES;
  const rates = text.split(',').map((entry) => {
    const [, year, month, day, percent] = /^([0-9]{4})-([0-9]{2})-([0-9]{2})=([0-9]{1,2})$/.exec(entry.trim()) ?? [];
    return { from: makeDate(Number(year), Number(month), Number(day)) ?? '', percent: Number(percent) };
  });
  if (rates.every(({ from }, at) => from > (rates[at - 1]?.from ?? ''))) return rates;
  throw new BadConfig(
    'TAX_RATES must be days and percents, the oldest first, separated by commas (2019-10-01=10, 2028-04-01=12).',
  );
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  const isPrefix = bits === undefined || (/^[0-9]{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= longest);
  return longest > 0 && isPrefix && more.length === 0;
}

function readProxies(text: string): number | readonly string[] {
  if (text === '') return 0;
  if (/^[0-9]{1,2}$/.test(text)) return Number(text);
  const proxies = text.split(',').map((proxy) => proxy.trim());
  if (proxies.every(isNetwork)) return proxies;
  throw new BadConfig(
    'TRUST_PROXY must be the number of front servers (1) or their addresses (10.0.0.5, 10.1.0.0/16), separated by commas.',
  );
}

/** Whether nobody else can reach this machine by that name. */
export const isLoopback = (host: string) =>
  host === '::1' || /^(localhost|127(\.[0-9]{1,3}){3}|\[::1\])(:[0-9]+)?$/i.test(host);
