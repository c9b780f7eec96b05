// Shared connections for statements that stand alone: several are under way on one at a time, so that they cost fewer
// system calls on both sides than a connection for each would. Transactions have connections of their own.
import pg from 'pg';
import { blameAsker, type Rows, run, type WireConnection } from './statement.ts';

interface Line {
  client: pg.Client;
  /** Whose statements are under way on it, where that matters. */
  owner: string | null;
  waiting: number;
  gathering: boolean;
  /** When it last had nothing to do, or gave an answer. */
  lastMove: number;
}

/** What is asked in one go, as when several answers arrive together and each leads to a question, is one write. */
function gather(line: Line): void {
  if (line.gathering) return;
  // pg hands its socket out, but its types do not say so.
  const { stream } = (line.client as unknown as { connection: WireConnection }).connection;
  line.gathering = true;
  stream.cork();
  process.nextTick(() => {
    line.gathering = false;
    stream.uncork();
  });
}

/** More than this behind one another would make the last wait for all of them. */
const DEPTH = 8;
/** The same for what writes, which may take longer without being held up. */
const WRITING_PATIENCE_MS = 50;
/** A line that has not moved for this long is busy with something slow: what comes now takes another. */
const PATIENCE_MS = 5;

export class Pipelines {
  readonly #options: pg.ClientConfig;
  readonly #max: number;
  #lines: Line[] = [];

  constructor(options: pg.ClientConfig, max: number) {
    this.#options = options;
    this.#max = max;
  }

  run<R>(text: string, values: readonly unknown[]): Promise<Rows<R>> {
    return this.#runOn(this.#choose(), text, values);
  }

  /** Behind what the same owner has under way, so that the next is at hand when the database has done with one. */
  runBehind<R>(owner: string, text: string, values: readonly unknown[]): Promise<Rows<R>> {
    const line = this.#chooseFor(owner);
    line.owner = owner;
    return this.#runOn(line, text, values);
  }

  async #runOn<R>(line: Line, text: string, values: readonly unknown[]): Promise<Rows<R>> {
    if (line.waiting === 0) line.lastMove = performance.now();
    line.waiting++;
    gather(line);
    try {
      return await run<R>(line.client, text, values);
    } catch (error) {
      return blameAsker(error);
    } finally {
      line.waiting--;
      line.lastMove = performance.now();
    }
  }

  #choose(): Line {
    const now = performance.now();
    let shortest: Line | undefined;
    for (const line of this.#lines) {
      const moves = line.waiting === 0 || now - line.lastMove < PATIENCE_MS;
      if (moves && line.waiting < DEPTH) return line;
      if (!shortest || line.waiting < shortest.waiting) shortest = line;
    }
    return this.#lines.length < this.#max || !shortest ? this.#open() : shortest;
  }

  /** Two of one owner behind each other while they move, and nobody else's: what is held up must not hold up others. */
  #chooseFor(owner: string): Line {
    const moved = performance.now() - WRITING_PATIENCE_MS;
    const own = this.#lines.find((line) => line.owner === owner && line.waiting === 1 && line.lastMove > moved);
    const line = own ?? this.#lines.find(({ waiting }) => waiting === 0);
    if (line) return line;
    if (this.#lines.length < this.#max) return this.#open();
    return this.#lines.reduce((a, b) => (b.waiting < a.waiting ? b : a));
  }

  #open(): Line {
    const client = new pg.Client({ ...this.#options, pipeline: true } as pg.ClientConfig);
    const line: Line = { client, owner: null, waiting: 0, gathering: false, lastMove: performance.now() };
    // A broken line is left out from now on; what was under way on it fails, and the next statement opens another.
    const drop = () => {
      this.#lines = this.#lines.filter((each) => each !== line);
    };
    client.on('error', drop);
    client.on('end', drop);
    client.connect().catch(drop);
    this.#lines.push(line);
    return line;
  }

  async end(): Promise<void> {
    const lines = this.#lines;
    this.#lines = [];
    await Promise.allSettled(lines.map((line) => line.client.end()));
  }
}
