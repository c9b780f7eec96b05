// What the files of deploy/ say agrees with what the service does.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { handlers } from '#app/calls.ts';
import { socketFolderOf } from '#db/embedded/cluster.ts';
import { LOG_SETTINGS } from '#db/embedded/server-process.ts';
import { StartRefused } from '#db/errors.ts';
import { answerUnexpected, HSTS } from '#server/answers.ts';
import { readConfig } from '#server/config.ts';
import { PROBES } from '#server/health/readiness.ts';

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
const deployed = (file: string) => read(`deploy/${file}`);
const number = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1]);

const config = readConfig({});
const settled = Object.fromEntries(
  [...deployed('kenshin-biyori.env').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
);
const haproxy = deployed('haproxy.cfg');
const nginx = deployed('nginx.conf');
const unit = deployed('kenshin-biyori.service');
const compose = deployed('compose.yml');
const dockerfile = deployed('Dockerfile');
const pair = deployed('nginx-two-servers.conf');

test('every variable that is set is one that the service reads', () => {
  const known = new Set(
    [...read('src/server/config.ts').matchAll(/(?:env\.|number\(')([A-Z_]+)/g)].map(([, name]) => name),
  );
  const set = [
    ...deployed('kenshin-biyori.env').matchAll(/^#?([A-Z_]+)=/gm),
    ...compose.matchAll(/^ {6}([A-Z_]+):/gm),
    ...(/^ENV (.*)$/m.exec(dockerfile)?.[1] ?? '').matchAll(/([A-Z_]+)=/g),
  ].map(([, name = '']) => name);
  expect(set.length).toBeGreaterThan(15);
  expect(set.filter((name) => !known.has(name) && name !== 'NODE_ENV')).toEqual([]);
});

test('the settings are taken, as they are and with those of a database of their own', () => {
  const lines = [...deployed('kenshin-biyori.env').matchAll(/^(#?)([A-Z_]+)=(.*)$/gm)];
  const taken = (all: boolean) =>
    Object.fromEntries(lines.filter(([, off]) => all || !off).map(([, , name = '', value = '']) => [name, value]));
  expect(readConfig(taken(false))).toMatchObject({ databaseUrl: null, trustProxy: 1, demo: 'never' });
  expect(readConfig(taken(true))).toMatchObject({
    host: '10.0.0.21',
    databaseUrl: expect.stringContaining('10.0.0.31:5432'),
  });
});

test('the unit lets the service write to its data and its backups', () => {
  const { dataDir, backups } = readConfig(settled);
  expect(unit).toContain(`StateDirectory=${dataDir.replace('/var/lib/', '')}\n`);
  expect(unit).toContain(`ReadWritePaths=-${backups.dir}\n`);
  expect(read('docs/operations.md')).toContain(
    `install -d -m 700 -o kenshin-biyori -g kenshin-biyori ${dataDir} ${backups.dir}\n`,
  );
});

test('service and commands have the same settings, account, program and folders, and find one another', () => {
  const script = deployed('operator.sh');
  const operations = read('docs/operations.md');
  const [, settings = ''] = /^EnvironmentFile=(.*)$/m.exec(unit) ?? [];
  const [, account = ''] = /^User=(.*)$/m.exec(unit) ?? [];
  const [, program = ''] = /^WorkingDirectory=(.*)$/m.exec(unit) ?? [];
  expect(script).toContain(`"\${SETTINGS:-${settings}}"`);
  expect(script).toContain(`--reuid ${account} --regid ${account} `);
  expect(unit).toContain(`ExecStart=${program}/node_modules/.bin/node `);
  expect(script).toContain('node_modules/.bin/node scripts/run.mjs "$entry"');
  expect(operations).toContain(`install -m 600 deploy/kenshin-biyori.env ${settings} `);
  expect(operations).toContain(` /opt/kenshin-biyori\ncd ${program}\n`);
  const { dataDir, backups } = readConfig(settled);
  expect(operations).toContain(`/dev/stdin ${backups.passphraseFile}\n`);
  // PrivateTmp hides the temporary folder of the service from everybody else.
  const home = { folder: dataDir, cluster: join(dataDir, 'postgres'), account: { uid: 1, gid: 1 } };
  expect(socketFolderOf(home)).toBe(join(dataDir, 'socket'));
});

test('what somebody has to mend is not started again and again', () => {
  expect(number(unit, /^RestartPreventExitStatus=(\d+)$/m)).toBe(new StartRefused('').exitCode);
});

test('an upgrade builds beside the running program, and swaps while it stands still', () => {
  const [, program = ''] = /^WorkingDirectory=(.*)$/m.exec(unit) ?? [];
  const [, upgrade = ''] = /^## A newer version\n[\s\S]*?```sh\n([\s\S]*?)```/m.exec(read('docs/operations.md')) ?? [];
  const order = [
    `cd ${program}.next && npm ci && npm run build`,
    'systemctl stop',
    ` ${program}.before`,
    ` ${program}.next ${program}\n`,
    'systemctl start',
  ];
  const places = order.map((step) => upgrade.indexOf(step));
  expect(places.includes(-1)).toBe(false);
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

test("the operator's commands get the settings as systemd would read them", () => {
  const folder = mkdtempSync(join(tmpdir(), 'biyori-deploy-'));
  try {
    // In the place of what would change the account: it tells what it was given.
    writeFileSync(join(folder, 'setpriv'), '#!/bin/sh\nenv\necho "ARGUMENTS $*"\n', { mode: 0o755 });
    const lines = [
      '# a word',
      'SMTP_URL=smtps://u:p&$HOME;`x`@h',
      'TAX_RATES=2019-10-01=10, 2028-04-01=12',
      'MAIL_FROM="a b"',
    ];
    writeFileSync(join(folder, 'settings'), `${lines.join('\n')}\nDEMO=0`);
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}`, SETTINGS: join(folder, 'settings') };
    const script = new URL('../deploy/operator.sh', import.meta.url).pathname;
    const { stdout } = spawnSync(script, ['backup', 'a file'], { env, encoding: 'utf8' });
    const printed = stdout.split('\n');
    expect(printed).toEqual(expect.arrayContaining([...lines.slice(1, 3), 'MAIL_FROM=a b', 'DEMO=0']));
    expect(printed.find((line) => line.startsWith('ARGUMENTS'))).toMatch(
      / --init-groups .*operator\.ts backup a file$/,
    );

    writeFileSync(join(folder, 'settings'), "  TAX_RATES=10  \nBACKUP_PASSPHRASE='back\\slash'\n");
    const spaced = spawnSync(script, ['verify'], { env, encoding: 'utf8' }).stdout.split('\n');
    expect(spaced).toEqual(expect.arrayContaining(['TAX_RATES=10', 'BACKUP_PASSPHRASE=back\\slash']));
    writeFileSync(join(folder, 'settings'), 'BACKUP_PASSPHRASE=back\\slash\n');
    const refused = spawnSync(script, ['verify'], { env, encoding: 'utf8' });
    expect(refused).toMatchObject({ status: 78, stdout: '', stderr: expect.stringContaining('BACKUP_PASSPHRASE') });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('nginx before two servers is nginx before one, but for whom it leads to', () => {
  const rest = (text: string) =>
    text.split('\n').filter((line) => !/^#|^ +#|\bserver \d|least_conn|listen |proxy_next_upstream/.test(line));
  expect(rest(pair)).toEqual(rest(nginx));
  const servers = [...pair.matchAll(/^ {4}server (\S+) /gm)].map(([, address]) => address);
  expect(servers).toEqual([...haproxy.matchAll(/^ {2}server \w+ (\S+:8080) /gm)].map(([, address]) => address));
  for (const port of [80, 443]) expect(pair).toMatch(new RegExp(`^ {4}listen \\[::\\]:${port}[ ;]`, 'm'));
});

test('front servers take the largest body that a call takes', () => {
  const largest = Math.max(...handlers.map(({ call }) => call.bodyLimit));
  expect(number(nginx, /client_max_body_size (\d+)m;/) * 1024 * 1024).toBe(largest);
});

test('front servers wait longer than the longest call, and let go of a connection before the service does', () => {
  const kept = number(read('src/server/http/http-server.ts'), /keepAliveTimeout: (\d+)_000/);
  expect(kept).toBeGreaterThan(60);
  const longest = config.timeouts.bigCall / 1000;
  const service = haproxy.slice(haproxy.indexOf('listen service'));
  expect(number(service, /timeout server (\d+)s/)).toBeGreaterThan(longest);
  expect(number(nginx, /proxy_read_timeout (\d+)s/)).toBeGreaterThan(longest);
  expect(number(service, /timeout http-keep-alive (\d+)s/)).toBeLessThan(kept);
  expect(number(nginx, /keepalive_timeout (\d+)s/)).toBeLessThan(kept);
});

test('whoever stops the service gives it the time it takes', () => {
  const drain = number(deployed('kenshin-biyori.env'), /DRAIN_SECONDS=(\d+)/);
  const needed = drain + config.stopSeconds + 30;
  expect(number(unit, /TimeoutStopSec=(\d+)/)).toBeGreaterThanOrEqual(needed);
  expect(number(compose, /stop_grace_period: (\d+)s/)).toBeGreaterThanOrEqual(needed);
});

test('what is asked to see whether a server lives is there', () => {
  const paths = Object.keys(PROBES);
  expect(paths).toContain(/option httpchk GET (\S+)/.exec(haproxy)?.[1]);
  expect(paths).toContain(/127\.0\.0\.1:8080(\/[^']+)'/.exec(dockerfile)?.[1]);
});

test('where no server answers, calls are answered in the words of the service', () => {
  const { body } = answerUnexpected(new Error());
  expect(JSON.parse(deployed('unavailable.json'))).toEqual(body);
  expect(deployed('unavailable.html')).toContain((body as { errorMessage: string }).errorMessage);
});

test('the database takes what the servers may open', () => {
  const each = config.poolSize + number(read('docs/operations.md'), /`POOL_SIZE` \| \d+ \|[^|]*?; (\d+) more/);
  const servers = [...haproxy.matchAll(/^ {2}server \w+ \S+:8080 /gm)].length;
  expect(servers).toBe(2);
  expect(number(deployed('patroni.yml'), /max_connections: (\d+)/)).toBeGreaterThan(servers * each);
});

test('Patroni speaks the version of etcd that is switched on', () => {
  const version = /^(etcd3?):/m.exec(deployed('patroni.yml'))?.[1];
  expect(version).toBe(/^ETCD_ENABLE_V2=true$/m.test(deployed('etcd.env')) ? 'etcd' : 'etcd3');
});

test('what was acknowledged is on two nodes', () => {
  const patroni = deployed('patroni.yml');
  for (const mode of ['synchronous_mode', 'synchronous_mode_strict', 'failsafe_mode']) {
    expect(patroni).toMatch(new RegExp(`^    ${mode}: true$`, 'm'));
  }
  expect([...haproxy.matchAll(/^ {2}server \w+ \S+:5432 check/gm)]).toHaveLength(3);
});

test('nobody comes into the database without a password', () => {
  const patroni = deployed('patroni.yml');
  const rules = [...patroni.matchAll(/^ {4}- ((?:local|host\w*) .*)$/gm)].map(([, rule = '']) => rule);
  expect(rules.length).toBeGreaterThan(3);
  expect(rules.filter((rule) => !rule.endsWith(' scram-sha-256'))).toEqual([]);
  expect(patroni).toMatch(/auth-local: scram-sha-256/);
  expect(patroni).toMatch(/auth-host: scram-sha-256/);
});

test("what people typed stands in no log of the database's either", () => {
  expect(deployed('patroni.yml')).toContain(`log_error_verbosity: ${LOG_SETTINGS.log_error_verbosity}\n`);
  expect(deployed('patroni.yml')).toContain(`log_min_error_statement: ${LOG_SETTINGS.log_min_error_statement}\n`);
});

test('what is started is what package.json starts', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: { start: string } };
  const start = scripts.start.replace(/^exec node /, '');
  expect(unit).toContain(`node_modules/.bin/node ${start}\n`);
  expect(dockerfile).toContain(JSON.stringify(['node_modules/.bin/node', ...start.split(' ')]).replaceAll(',', ', '));
});

/** The indented block of each service of compose.yml. */
const services = new Map(
  [...(/^services:\n([\s\S]*?)^\S/m.exec(compose)?.[1] ?? '').matchAll(/^ {2}(\w+):\n((?: {4}.*\n|\n)+)/gm)].map(
    ([, name = '', block = '']) => [name, block],
  ),
);

test('containers write to their volume alone, and have no rights of the machine but those that are named', () => {
  expect([...services.keys()]).toEqual(['service', 'nginx']);
  for (const block of services.values()) {
    expect(block).toMatch(/^ {4}read_only: true$/m);
    expect(block).toMatch(/^ {4}cap_drop:\n {6}- ALL$/m);
    expect(block).toMatch(/^ {4}security_opt:\n {6}- no-new-privileges:true$/m);
    expect(block).not.toMatch(/privileged|network_mode: host|docker\.sock/);
  }
  expect(services.get('service')).not.toContain('cap_add');
  expect(services.get('nginx')).toMatch(/image: nginx:stable$/m);
});

test('no secret lies in what an image is built from, and none that is put there by mistake gets into it or into git', () => {
  const secret = /^.*(?:passphrase|\.crt|\.key)(?::.*)?$/gm;
  const files = [...compose.matchAll(secret)]
    .map(([line]) => line)
    .filter((line) => /- |file:/.test(line) && line.includes('/'));
  expect(files).toHaveLength(3);
  for (const file of files) expect(file).toMatch(/(?:- |file: )\$\{KENSHIN_SECRETS:-\/etc\/kenshin-biyori\}\//);
  const ignored = deployed('Dockerfile.dockerignore').split('\n');
  expect(ignored).toEqual(expect.arrayContaining(['**/*.key', '**/*.crt', '**/*.pem', '**/passphrase']));
  const names = ['deploy/passphrase', 'deploy/kenshin.key', 'deploy/kenshin.crt', 'deploy/kenshin.pem', 'secret.key'];
  expect(
    spawnSync('git', ['check-ignore', ...names], { encoding: 'utf8' })
      .stdout.trim()
      .split('\n'),
  ).toEqual(names);
});

/** 高セキュリティ型 of IPA's guideline: (EC)DHE with authenticated encryption. */
const STRONG = /^(?:ECDHE-(?:ECDSA|RSA)|DHE-RSA)-(?:AES(?:128|256)-GCM-SHA(?:256|384)|CHACHA20-POLY1305)$/;

test('front servers speak strong ciphers alone, and their own pages send HSTS as those of the service do', () => {
  for (const text of [nginx, pair]) {
    const ciphers = /ssl_ciphers (.*);/.exec(text)?.[1]?.split(':') ?? [];
    expect(ciphers.length).toBeGreaterThan(3);
    expect(ciphers.filter((cipher) => !STRONG.test(cipher))).toEqual([]);
    expect(text).toContain('ssl_protocols TLSv1.2 TLSv1.3;');
    const server = text.slice(text.indexOf('listen 443'));
    // A location with headers of its own inherits none.
    expect(server.split(`add_header Strict-Transport-Security "${HSTS}" always;`)).toHaveLength(3);
    expect(server).toContain('proxy_hide_header Strict-Transport-Security;');
  }
  const ciphers = /ssl-default-bind-ciphers (.*)$/m.exec(haproxy)?.[1]?.split(':') ?? [];
  expect(ciphers).toEqual(/ssl_ciphers (.*);/.exec(nginx)?.[1]?.split(':'));
  expect(haproxy).toContain(`http-after-response set-header Strict-Transport-Security "${HSTS}"`);
  expect(HSTS).toContain('includeSubDomains');
});

test('etcd talks with those alone who have a certificate of the cluster, and Patroni has one', () => {
  const etcd = deployed('etcd.env');
  expect(etcd.replaceAll('https://', '')).not.toContain('http://');
  for (const who of ['', 'PEER_']) {
    expect(etcd).toMatch(new RegExp(`^ETCD_${who}CLIENT_CERT_AUTH=true$`, 'm'));
    for (const file of ['CERT_FILE', 'KEY_FILE', 'TRUSTED_CA_FILE']) {
      expect(etcd).toMatch(new RegExp(`^ETCD_${who}${file}=/etc/kenshin-etcd/`, 'm'));
    }
  }
  const patroni = /^etcd:\n((?: {2}.*\n)+)/m.exec(deployed('patroni.yml'))?.[1] ?? '';
  expect(patroni).toContain('  protocol: https\n');
  for (const file of ['cacert', 'cert', 'key'])
    expect(patroni).toMatch(new RegExp(`^  ${file}: /etc/kenshin-etcd/`, 'm'));
});

test('the service has a role of its own in a database of its own', () => {
  const address = (name: string) =>
    URL.parse(new RegExp(`^#${name}=(.*)$`, 'm').exec(deployed('kenshin-biyori.env'))?.[1] ?? '');
  const [runtime, owner] = [address('DATABASE_URL'), address('DATABASE_OWNER_URL')];
  expect(runtime?.username).not.toBe(owner?.username);
  expect([runtime?.host, runtime?.pathname]).toEqual([owner?.host, owner?.pathname]);
  expect(read('docs/operations.md')).toContain(`create database kenshin owner ${owner?.username}`);
});
