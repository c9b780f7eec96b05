// Finds the programs of a cluster, as Debian's packages install them, or says in a sentence what to install.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

const POSTGRESQL = '/usr/lib/postgresql';

export interface Programs {
  etcd: string;
  patroni: string;
  haproxy: string;
  /** Where PostgreSQL's own programs lie. */
  postgresql: string;
}

/** Each package, and the program that is looked for. */
const PACKAGES = {
  'etcd-server': '/usr/bin/etcd',
  patroni: '/usr/bin/patroni',
  haproxy: '/usr/sbin/haproxy',
  'postgresql-15': `${POSTGRESQL}/${newestPostgresql()}/bin/postgres`,
};

export function findPrograms(): Programs {
  const missing = Object.entries(PACKAGES).filter(([, program]) => !existsSync(program));
  if (missing.length > 0) {
    const names = missing.map(([name]) => name).join(' ');
    throw new Error(`This needs Debian's packages: apt-get install --no-install-recommends ${names}`);
  }
  return {
    etcd: PACKAGES['etcd-server'],
    patroni: PACKAGES.patroni,
    haproxy: PACKAGES.haproxy,
    postgresql: `${POSTGRESQL}/${newestPostgresql()}/bin`,
  };
}

/** One line, for the head of the table. */
export function versionsOf({ etcd, patroni, haproxy, postgresql }: Programs): string {
  return [
    [`${postgresql}/postgres`, '--version'],
    [patroni, '--version'],
    [etcd, '--version'],
    [haproxy, '-v'],
  ]
    .map(([program = '', option = '']) => {
      const output = execFileSync(program, [option], { encoding: 'utf8', env: { ...process.env, ...ETCD_ANYWHERE } });
      return `${program.split('/').at(-1)} ${/\d+\.\d+(\.\d+)?/.exec(output)?.[0]}`;
    })
    .join(', ');
}

/** Of etcd 3.4, anything but amd64 has to be asked for. */
export const ETCD_ANYWHERE = { ETCD_UNSUPPORTED_ARCH: { x64: '', arm64: 'arm64' }[process.arch as string] ?? '' };

function newestPostgresql(): string {
  const versions = existsSync(POSTGRESQL) ? readdirSync(POSTGRESQL).map(Number) : [];
  return String(Math.max(15, ...versions.filter((version) => version > 0)));
}
