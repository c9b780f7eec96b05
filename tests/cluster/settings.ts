// The files of deploy/ as this machine can run them: all addresses on loopback, all folders in a temporary one, nothing else changed.
import { readFileSync } from 'node:fs';
import type { Programs } from './programs.ts';

const DEPLOY = new URL('../../deploy/', import.meta.url).pathname;
const read = (file: string) => readFileSync(DEPLOY + file, 'utf8');

/** Machines of deploy/ by the last part of their address. */
export const DATABASE_NODES = { a: 11, b: 12, c: 13 } as const;
export const SERVERS = { one: 21, two: 22 } as const;
export const FRONT = 31;
export type NodeName = keyof typeof DATABASE_NODES;
export type ServerName = keyof typeof SERVERS;

/** As deploy/patroni.yml has them. */
export const PATRONI_LOGIN = 'patroni:CHANGE-THIS-1';
export const SUPERUSER_PASSWORD = 'CHANGE-THIS-2';

const PORTS = [2379, 2380, 5432, 8008, 8080, 443] as const;

export class Settings {
  private readonly folder: string;
  private readonly programs: Programs;
  private readonly basePort: number;

  constructor(folder: string, programs: Programs, basePort: number) {
    this.folder = folder;
    this.programs = programs;
    this.basePort = basePort;
  }

  /** Each machine has ten ports here. */
  port(machine: number, port: (typeof PORTS)[number]): number {
    return this.basePort + machine * 10 + PORTS.indexOf(port);
  }

  folderOf(name: NodeName): string {
    return `${this.folder}/${name}`;
  }

  haproxy(): string {
    return this.here(read('haproxy.cfg'))
      .replace(/ ssl crt .*/, '')
      .replaceAll('/etc/haproxy/', DEPLOY);
  }

  patroni(name: NodeName): string {
    return this.here(forNode(read('patroni.yml'), name))
      .replaceAll('/var/lib/postgresql/15', this.folderOf(name))
      .replaceAll('/var/run/postgresql', this.folderOf(name))
      .replaceAll('/usr/lib/postgresql/15/bin', this.programs.postgresql);
  }

  etcd(name: NodeName): Record<string, string> {
    const text = this.here(forNode(read('etcd.env'), name)).replaceAll('/var/lib/etcd', `${this.folderOf(name)}/etcd`);
    return Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, key = '', value = '']) => [key, value]));
  }

  private here(text: string): string {
    return text
      .replaceAll('/etc/kenshin-etcd', `${this.folder}/etcd-tls`)
      .replace(/10\.0\.0\.(\d+)(:| port )(\d+)/g, (_, machine, between, port) => {
        return `127.0.0.1${between}${this.port(Number(machine), Number(port) as (typeof PORTS)[number])}`;
      });
  }
}

/** What docs/operations.md has people do with sed. */
const forNode = (text: string, name: NodeName) =>
  text.replaceAll('NODE_NAME', name).replaceAll('NODE_ADDRESS', `10.0.0.${DATABASE_NODES[name]}`);
