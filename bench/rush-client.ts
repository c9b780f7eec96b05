// What the rush is made with: a client that costs little, and times by step.
import http from 'node:http';
import { gunzipSync } from 'node:zlib';

export interface Timed {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the wire as a client sees it
  body: any;
  ms: number;
}

/** What goes along with a call. */
export interface Along {
  token?: string;
  /** The address of who asks, as a front server tells it. */
  from?: string;
  signal?: AbortSignal;
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded', 'accept-encoding': 'gzip' };

export class Client {
  readonly #agent: http.Agent;
  readonly #base: URL;
  readonly #connections: number;

  constructor(base: string, connections: number) {
    this.#base = new URL(base);
    this.#connections = connections;
    this.#agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  }

  /**
   * Opens all of its connections, as a front server has them open. Node takes one new connection in a turn of its loop, so
   * that under load those who open one each would wait for that alone.
   */
  async connect(): Promise<void> {
    await Promise.all(Array.from({ length: this.#connections }, () => this.post('/api/none', '')));
  }

  /** The time runs from when a connection is free for it until the whole answer is there. */
  post(path: string, body: string, { token, from, signal }: Along = {}): Promise<Timed> {
    return new Promise((resolve, reject) => {
      let start = 0;
      const request = http.request({
        host: this.#base.hostname,
        port: this.#base.port,
        path,
        method: 'POST',
        agent: this.#agent,
        signal,
        headers: {
          ...FORM,
          'content-length': Buffer.byteLength(body),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(from ? { 'x-forwarded-for': from } : {}),
        },
      });
      request.on('socket', () => {
        start = performance.now();
      });
      request.on('error', reject);
      request.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const ms = performance.now() - start;
          const bytes = Buffer.concat(chunks);
          const isGzip = response.headers['content-encoding'] === 'gzip';
          resolve({
            status: response.statusCode ?? 0,
            body: JSON.parse(String(isGzip ? gunzipSync(bytes) : bytes)),
            ms,
          });
        });
      });
      request.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

export class Times<Name extends string = string> {
  readonly #times = new Map<Name, number[]>();

  add(name: Name, ms: number): void {
    const list = this.#times.get(name);
    if (list) list.push(ms);
    else this.#times.set(name, [ms]);
  }

  addAll(others: Times<Name>): void {
    for (const [name, list] of others.#times) for (const ms of list) this.add(name, ms);
  }

  /** Of one name, or of all. */
  quantile(share: number, name?: Name): number {
    const all = name === undefined ? [...this.#times.values()].flat() : (this.#times.get(name) ?? []);
    const sorted = all.sort((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  }

  lines(): string[] {
    return [...this.#times].map(([name, list]) => {
      const [half, most] = [this.quantile(0.5, name), this.quantile(0.99, name)];
      return `${name.padEnd(16)} ${String(list.length).padStart(6)} times  p50 ${half.toFixed(0)} ms  p99 ${most.toFixed(0)} ms`;
    });
  }
}
