// The machines of the cluster, each as something that can be started and taken away.
import { mkdirSync, writeFileSync } from 'node:fs';
import { type RealService, startRealService } from '#tests/kit/real-service.ts';
import { launch, type Program, postgresOf, signalAll } from './processes.ts';
import { ETCD_ANYWHERE, type Programs } from './programs.ts';
import {
  DATABASE_NODES,
  FRONT,
  type NodeName,
  PATRONI_LOGIN,
  SERVERS,
  type ServerName,
  type Settings,
} from './settings.ts';

/** What all of them have. */
abstract class Machine {
  protected program: Program | null = null;

  abstract start(): void | Promise<void>;

  async kill(): Promise<void> {
    this.program?.signal('SIGKILL');
    await this.program?.ended;
    this.program = null;
  }
}

export class Etcd extends Machine {
  private readonly run: () => Program;

  constructor(name: NodeName, settings: Settings, programs: Programs) {
    super();
    const env = { ...settings.etcd(name), ...ETCD_ANYWHERE };
    this.run = () => launch(programs.etcd, [], `${settings.folderOf(name)}/etcd.log`, env);
  }

  start(): void {
    this.program = this.run();
  }
}

/** PostgreSQL and the Patroni that looks after it. */
export class DatabaseNode extends Machine {
  readonly name: NodeName;
  readonly port: number;
  readonly folder: string;
  private readonly rest: string;
  private readonly run: () => Program;

  constructor(name: NodeName, settings: Settings, programs: Programs) {
    super();
    this.name = name;
    this.port = settings.port(DATABASE_NODES[name], 5432);
    this.folder = settings.folderOf(name);
    this.rest = `http://127.0.0.1:${settings.port(DATABASE_NODES[name], 8008)}`;
    const file = `${this.folder}/patroni.yml`;
    writeFileSync(file, settings.patroni(name));
    this.run = () => launch(programs.patroni, [file], `${this.folder}/patroni.log`);
  }

  start(): void {
    this.program = this.run();
  }

  /** The whole node goes, as when its power does. */
  override async kill(): Promise<void> {
    const processes = this.processes();
    await super.kill();
    signalAll(processes, 'SIGKILL');
  }

  killPostgres(): void {
    signalAll(postgresOf(this.dataDir), 'SIGKILL');
  }

  /** Nothing of it moves any more, as when its host stands still; gives what lets it go on. */
  freeze(): () => void {
    const processes = this.processes();
    signalAll(processes, 'SIGSTOP');
    return () => signalAll(processes, 'SIGCONT');
  }

  /** What its Patroni says; null where it says nothing. */
  async ask<Answer>(path: string): Promise<Answer | null> {
    try {
      const response = await fetch(this.rest + path, { signal: AbortSignal.timeout(3_000) });
      return (await response.json()) as Answer;
    } catch {
      return null;
    }
  }

  async switchOver(): Promise<void> {
    const response = await fetch(`${this.rest}/switchover`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(PATRONI_LOGIN)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ leader: this.name }),
    });
    if (!response.ok) throw new Error(`no switchover: ${await response.text()}`);
  }

  private get dataDir(): string {
    return `${this.folder}/kenshin`;
  }

  /** Patroni first, so that it does nothing about the others. */
  private processes(): number[] {
    return [...(this.program ? [this.program.pid] : []), ...postgresOf(this.dataDir)];
  }
}

/** A server of ours. */
export class Server {
  private readonly dataDir: string;
  private readonly env: Record<string, string>;
  private service: Promise<RealService> | null = null;

  constructor(name: ServerName, folder: string, settings: Settings, databaseUrl: string) {
    this.dataDir = `${folder}/${name}`;
    this.env = {
      PORT: String(settings.port(SERVERS[name], 8080)),
      DATABASE_URL: databaseUrl,
      DATABASE_OWNER_URL: databaseUrl.replace('kenshin:', 'kenshin_owner:'),
      SECRET_KEY: 'a key that both servers of the cluster have',
      DRAIN_SECONDS: '4',
      PUBLIC_URL: `http://127.0.0.1:${settings.port(FRONT, 443)}`,
      TRUST_PROXY: '1',
      DEMO: '0',
    };
  }

  async start(): Promise<void> {
    this.service = startRealService(this.dataDir, this.env);
    await this.service;
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    // One that is just starting is waited for, so that none is left behind.
    const service = await this.service?.catch(() => null);
    service?.signal(signal);
    await service?.ended;
  }
}

export class Haproxy extends Machine {
  private readonly run: () => Program;

  constructor(folder: string, settings: Settings, programs: Programs) {
    super();
    mkdirSync(folder, { recursive: true });
    const file = `${folder}/haproxy.cfg`;
    writeFileSync(file, settings.haproxy());
    this.run = () => launch(programs.haproxy, ['-db', '-f', file], `${folder}/haproxy.log`);
  }

  start(): void {
    this.program = this.run();
  }
}
