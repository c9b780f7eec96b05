// The cluster that deploy/ describes, on this machine: three etcd, three PostgreSQL nodes with Patroni, two servers, HAProxy before both.

import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseNode, Etcd, Haproxy, Server } from './nodes.ts';
import { IS_ROOT } from './processes.ts';
import type { Programs } from './programs.ts';
import {
  DATABASE_NODES,
  FRONT,
  type NodeName,
  SERVERS,
  type ServerName,
  Settings,
  SUPERUSER_PASSWORD,
} from './settings.ts';

/** Longer than anything here takes on a machine that is busy with other things. */
const PATIENCE_MS = 180_000;

interface Member {
  name: string;
  role: string;
  state: string;
  timeline?: number;
}

export class Cluster {
  readonly databaseUrl: string;
  /** Where people reach the service. */
  readonly url: string;
  readonly etcds: Etcd[];
  readonly nodes: DatabaseNode[];
  readonly servers: Server[];
  readonly haproxy: Haproxy;
  private readonly folder: string;
  private readonly frontDatabasePort: number;

  constructor(programs: Programs, basePort: number) {
    this.folder = mkdtempSync(path.join(os.tmpdir(), 'biyori-cluster-'));
    chmodSync(this.folder, 0o755);
    const settings = new Settings(this.folder, programs, basePort);
    const names = Object.keys(DATABASE_NODES) as NodeName[];
    for (const folder of [...names, 'front']) this.makeFolder(folder);
    this.certify(names);
    this.frontDatabasePort = settings.port(FRONT, 5432);
    this.databaseUrl = `postgres://kenshin:${PASSWORD}@127.0.0.1:${this.frontDatabasePort}/kenshin`;
    this.url = `http://127.0.0.1:${settings.port(FRONT, 443)}`;
    this.etcds = names.map((name) => new Etcd(name, settings, programs));
    this.nodes = names.map((name) => new DatabaseNode(name, settings, programs));
    const servers = Object.keys(SERVERS) as ServerName[];
    this.servers = servers.map((name) => new Server(name, this.folder, settings, this.databaseUrl));
    this.haproxy = new Haproxy(`${this.folder}/front`, settings, programs);
  }

  async start(say: (line: string) => void): Promise<void> {
    for (const etcd of this.etcds) etcd.start();
    for (const node of this.nodes) node.start();
    this.haproxy.start();
    await this.whole();
    say('three PostgreSQL nodes are there');
    await this.makeDatabase();
    for (const server of this.servers) await server.start();
    say('two servers are there');
  }

  /** Whether somebody else listens where this one would: its nodes would be taken for ours. */
  async isTaken(): Promise<boolean> {
    const answers = await Promise.all(this.nodes.map((node) => node.ask('/cluster')));
    return answers.some((answer) => answer !== null);
  }

  /** Which node everybody writes to. */
  async primary(): Promise<DatabaseNode> {
    const members = await this.members();
    const leader = members.find(({ role }) => role === 'leader');
    const node = this.nodes.find(({ name }) => name === leader?.name);
    if (!node) throw new Error('there is no primary');
    return node;
  }

  /** Until the database is as before a fault: a primary, a second node that has everything, and a third. */
  async whole(): Promise<void> {
    let members: Member[] = [];
    for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await wait(500)) {
      members = await this.members();
      if (isWhole(members) && members.length === this.nodes.length) return;
    }
    throw new Error(`the nodes did not come together again: ${JSON.stringify(members)}`);
  }

  /** A wrong password must open nothing, neither over the network nor on the node itself. */
  async refusesWrongPassword(): Promise<boolean> {
    const primary = await this.primary();
    const tries = ['127.0.0.1', primary.folder].map((host) =>
      connects({ host, port: primary.port, password: 'wrong' }),
    );
    return (await Promise.all(tries)).every((connected) => !connected);
  }

  /** Nothing of it is kept: the folder is removed, and with it what would have to be stopped gently. */
  async end(): Promise<void> {
    await Promise.all([
      ...this.servers.map((server) => server.end('SIGKILL')),
      ...[...this.nodes, ...this.etcds, this.haproxy].map((machine) => machine.kill()),
    ]);
    // PostgreSQL's last children may still be writing.
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }

  private async members(): Promise<Member[]> {
    const answers = await Promise.all(this.nodes.map((node) => node.ask<{ members: Member[] }>('/cluster')));
    return answers.find((answer) => answer?.members?.some(({ role }) => role === 'leader'))?.members ?? [];
  }

  /** As docs/operations.md has people do it. */
  private async makeDatabase(): Promise<void> {
    const client = new pg.Client({ ...SUPERUSER, host: '127.0.0.1', port: this.frontDatabasePort });
    await client.connect();
    for (const role of ['kenshin_owner', 'kenshin']) {
      await client.query(`create role ${role} login password '${PASSWORD}'`);
    }
    await client.query('create database kenshin owner kenshin_owner');
    await client.end();
  }

  /** As docs/operations.md has people do it; the addresses are this machine's. */
  private certify(names: readonly NodeName[]): void {
    const folder = `${this.folder}/etcd-tls`;
    mkdirSync(folder);
    const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
    const fresh = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'];
    openssl('req', '-x509', ...fresh, '-subj', '/CN=kenshin-etcd', '-keyout', 'ca.key', '-out', 'ca.crt');
    for (const name of names) {
      const names = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1'];
      openssl(
        'req',
        '-x509',
        ...fresh,
        ...names,
        '-addext',
        'basicConstraints=critical,CA:FALSE',
        '-CA',
        'ca.crt',
        '-CAkey',
        'ca.key',
        '-keyout',
        `${name}.key`,
        '-out',
        `${name}.crt`,
      );
      // Patroni and etcd run as accounts of their own here.
      chmodSync(`${folder}/${name}.key`, 0o644);
    }
  }

  private makeFolder(name: string): void {
    const folder = `${this.folder}/${name}`;
    mkdirSync(folder, { mode: 0o700 });
    if (!IS_ROOT) return;
    const id = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
    chownSync(folder, id('-u'), id('-g'));
  }
}

const PASSWORD = 'a-password-of-the-service';
const SUPERUSER = { user: 'postgres', password: SUPERUSER_PASSWORD, database: 'postgres' };

/** All on the leader's timeline, and one of them has all that is acknowledged. */
function isWhole(members: readonly Member[]): boolean {
  const leader = members.find(({ role }) => role === 'leader');
  return (
    members.some(({ role }) => role === 'sync_standby') &&
    members.every(({ state, timeline }) => /^(running|streaming)$/.test(state) && timeline === leader?.timeline)
  );
}

async function connects(config: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...SUPERUSER, ...config });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}
