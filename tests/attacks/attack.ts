// Attacks a service that runs: so many requests of every kind by everybody, each answer judged, and what it says of itself kept.
import { Agent, request } from 'node:http';
import { handlers } from '#app/calls.ts';
import { randomOf } from '#tests/torture/random.ts';
import type { Call } from '#wire/call.ts';
import { type Caller, mayMake } from './callers.ts';
import { faultsOf, type Heard, readBody, SLOW_MS } from './judge.ts';
import { RAW, sendRaw } from './raw.ts';
import { type Attack, Known, RequestMaker } from './requests.ts';

export interface Plan {
  port: number;
  requests: number;
  seed: number;
  callers: readonly Caller[];
  /** Requests under way at a time. */
  atOnce: number;
  /** Whether slow answers are told: on a machine that does other things they say nothing. */
  isTimed: boolean;
  /** Every so many requests. */
  onProgress?(done: number): void;
  /** As soon as it is found: a long run may be ended before its end. */
  onFinding?(finding: string): void;
}

export interface Outcome {
  /** What was wrong, with what sends it again. */
  findings: string[];
  /** How often each call was done, by its path: what nobody ever got done was hardly attacked. */
  done: Map<string, number>;
  statuses: Map<number, number>;
  /** The slowest answer of a call that is not held on purpose. */
  slowestMs: number;
}

/** Of a hundred: bytes that are no request at all. */
const RAW_SHARE = 3;
/** Tries of passwords cost a slow hash each: fewer of them say as much. */
const RARE = new Set(['attempts']);
const MOST_FINDINGS = 50;

export async function attackWith({
  port,
  requests,
  seed,
  callers,
  atOnce,
  isTimed,
  onProgress,
  onFinding,
}: Plan): Promise<Outcome> {
  const random = randomOf(seed);
  const known = new Known();
  known.leaveAlone(callers.flatMap(({ userId }) => userId ?? []));
  const maker = new RequestMaker(random, known);
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const calls = handlers.map(({ call }) => call);
  const outcome: Outcome = { findings: [], done: new Map(), statuses: new Map(), slowestMs: 0 };
  const find = (line: string) => {
    if (outcome.findings.length === MOST_FINDINGS) return;
    outcome.findings.push(line);
    onFinding?.(line);
  };

  async function attackOnce(): Promise<void> {
    if (random.chance(RAW_SHARE)) {
      const name = random.pick(Object.keys(RAW));
      const bytes = RAW[name]?.(random) ?? Buffer.alloc(0);
      const heard = await sendRaw(port, bytes, random.chance(25));
      for (const status of heard.statuses) count(outcome.statuses, status);
      const faults = [
        ...heard.statuses.filter((status) => status >= 500).map((status) => `answered ${status}`),
        ...(heard.isLeftOpen ? ['was left without an answer'] : []),
        ...(/\n\s+at |node:internal|node_modules/.test(heard.text) ? ['tells of itself'] : []),
      ];
      for (const fault of faults) find(`${fault}: bytes (${name}) ${bytes.toString('base64').slice(0, 2000)}`);
      return;
    }
    let call = random.pick(calls);
    if (RARE.has(call.effect) && !random.chance(15)) call = random.pick(calls);
    // More of those who may: what is behind the HTTP server is larger than the HTTP server.
    const allowed = callers.filter((one) => mayMake(call, one));
    const caller = random.pick(random.chance(70) && allowed.length > 0 ? allowed : callers);
    const attack = maker.make(call, caller);
    const heard = await send(port, agent, attack);
    count(outcome.statuses, heard.status);
    if (!RARE.has(call.effect)) outcome.slowestMs = Math.max(outcome.slowestMs, heard.ms);
    for (const fault of faultsOf(attack, heard, isTimed))
      find(`${fault}: ${describe(attack)}\n    ${heard.text.slice(0, 300)}`);
    const body = readBody(heard.text);
    if (body?.errorCode === 0) {
      count(outcome.done, call.path);
      known.learn(body);
    }
    // The act itself may have ended the session: that is what it is for.
    if (heard.status === 401 && caller.open) caller.token = await caller.open();
  }

  let begun = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (begun < requests) {
        if (++begun % 1000 === 0) onProgress?.(begun);
        await attackOnce();
      }
    }),
  );
  agent.destroy();
  return outcome;
}

function count<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** How long somebody who attacks waits for an answer: long past what is a finding. */
const PATIENCE_MS = 20 * SLOW_MS;

const isInAddress = (call: Call) => call.method === 'GET' || call.fromOutside;

/** Of an address that is longer than a server takes, what it takes. */
const LONGEST_ADDRESS = 12_000;

function send(port: number, agent: Agent, attack: Attack): Promise<Heard> {
  const { call, caller, form, tokenIn } = attack;
  const began = performance.now();
  const query = form
    .toString('latin1')
    .replaceAll(/[^!-~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);
  return new Promise((resolve) => {
    let isAnswered = false;
    const sent = request(
      {
        port,
        host: '127.0.0.1',
        agent,
        method: call.method,
        path: isInAddress(call) ? `${call.path}?${query.slice(0, LONGEST_ADDRESS)}` : call.path,
        timeout: PATIENCE_MS,
        headers: {
          ...(isInAddress(call)
            ? {}
            : { 'content-type': 'application/x-www-form-urlencoded', 'content-length': form.length }),
          ...(caller.token && tokenIn === 'header' ? { authorization: `Bearer ${caller.token}` } : {}),
        },
      },
      (response) => {
        isAnswered = true;
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('close', () =>
          resolve({
            status: response.statusCode ?? 0,
            text: Buffer.concat(chunks).toString('utf8'),
            ms: performance.now() - began,
          }),
        );
      },
    );
    sent.on('timeout', () => sent.destroy(new Error('no answer')));
    // What is refused before all of it is sent has been answered all the same.
    sent.on('error', (error) => {
      if (!isAnswered)
        resolve({ status: 599, text: JSON.stringify({ error: error.message }), ms: performance.now() - began });
    });
    sent.end(isInAddress(call) ? undefined : form);
  });
}

/** A line by which it can be sent again: who, where, and the form as it travelled. */
function describe({ call, caller, form, tokenIn }: Attack): string {
  const text =
    form.length > 4000
      ? `${form.subarray(0, 4000).toString('latin1')}... (${form.length} bytes)`
      : form.toString('latin1');
  return `${call.method} ${call.path} as ${caller.name} of ${caller.institutionCode} (token in ${tokenIn})\n    ${text}`;
}
