// Makes requests from the contracts: right ones with what answers have told before, ones that are nearly right, and hostile ones.
import fc from 'fast-check';
import { valueFor } from '#tests/kit/contract-values.ts';
import type { Random } from '#tests/torture/random.ts';
import type { Call } from '#wire/call.ts';
import type { Sample } from '#wire/field.ts';
import type { Caller } from './callers.ts';
import { BROKEN_FORMS, HOSTILE, PROTOTYPE_NAMES } from './hostile.ts';

export interface Attack {
  call: Call;
  caller: Caller;
  /** The form as it travels, in the address or in the body. */
  form: Buffer;
  /** Where the token stands: in the header, or among the fields. */
  tokenIn: 'header' | 'form';
}

type Pair = [code: string, value: string];

/** Codes and numbers that answers have told, by the field's name: what a client would send back. Texts are not kept. */
export class Known {
  readonly #values = new Map<string, string[]>();
  readonly #leftAlone = new Set<string>();
  static readonly #MOST = 30;

  learn(answer: unknown, code = ''): void {
    if (Array.isArray(answer)) for (const one of answer.slice(0, 50)) this.learn(one, code);
    else if (answer && typeof answer === 'object') {
      for (const [name, value] of Object.entries(answer)) this.learn(value, name.toLowerCase());
    } else if (
      (typeof answer === 'string' || typeof answer === 'number') &&
      /^[\w/:+=.-]{1,80}$/.test(String(answer))
    ) {
      this.add(code, String(answer));
    }
  }

  /** Accounts that attacks are made with: what changes them would make others of them. */
  leaveAlone(userIds: Iterable<string>): void {
    for (const userId of userIds) this.#leftAlone.add(userId);
  }

  add(code: string, value: string): void {
    if (this.#leftAlone.has(value)) return;
    const values = this.#values.get(code) ?? [];
    if (values.includes(value)) return;
    values.push(value);
    if (values.length > Known.#MOST) values.splice(1 + Math.floor(values.length / 2), 1);
    this.#values.set(code, values);
  }

  /** `uknos` are of the kind of `ukno`, and so are `my_ukno` and `choiceUkno`. */
  of(code: string): readonly string[] {
    const name = code.toLowerCase();
    const same = [name, name.replace(/e?s$/, ''), name.replace(/s$/, ''), ...(name.includes('ukno') ? ['ukno'] : [])];
    return same.map((each) => this.#values.get(each) ?? []).find((values) => values.length > 0) ?? [];
  }
}

/** Texts of 30,000 characters are among the hostile ones; here they would only take time. */
function shorter(sample: Sample): Sample {
  if (sample.kind === 'text') return sample.max > 200 ? { ...sample, max: 200 } : sample;
  if (sample.kind === 'list' || sample.kind === 'orNull') return { ...sample, of: shorter(sample.of) };
  if (sample.kind !== 'record') return sample;
  return {
    ...sample,
    fields: Object.fromEntries(Object.entries(sample.fields).map(([name, one]) => [name, shorter(one)])),
  };
}

/** Made at once for a call, and used for a while: to make values costs more than to send them. */
const POOL = 20;

export class RequestMaker {
  readonly #random: Random;
  readonly #known: Known;
  readonly #pools = new Map<Call, Pair[][]>();

  constructor(random: Random, known: Known) {
    this.#random = random;
    this.#known = known;
  }

  /** As a client would send it: nothing spoilt, and what is known wherever there is something. */
  right(call: Call, institutionCode = ''): string {
    const pairs = this.#valid(call, 100);
    return this.#write(institutionCode ? withInstitution(pairs, institutionCode) : pairs);
  }

  make(call: Call, caller: Caller): Attack {
    const random = this.#random;
    let pairs = this.#spoil(this.#valid(call));
    if (random.chance(60)) pairs = withInstitution(pairs, caller.institutionCode);
    const tokenIn = random.chance(5) ? 'form' : 'header';
    if (tokenIn === 'form' && caller.token) pairs.push(['token', caller.token]);
    const form = random.chance(3) ? random.pick(BROKEN_FORMS) : Buffer.from(this.#write(pairs));
    return { call, caller, form, tokenIn };
  }

  /** What the contract would write, with codes that are there as often as not. */
  #valid(call: Call, trust = this.#random.pick([0, 50, 90, 100])): Pair[] {
    const random = this.#random;
    let pool = this.#pools.get(call);
    if (!pool || random.chance(1)) {
      const samples = fc.sample(valueFor(shorter(call.request.sample)), { numRuns: POOL, seed: random.below(2 ** 31) });
      pool = samples.map((value) => pairsOf(call.request.encode(value)));
      this.#pools.set(call, pool);
    }
    const chosen = random.pick(pool);
    return chosen.map(([code, value]) => {
      const known = this.#known.of(code);
      return [code, known.length > 0 && random.chance(trust) ? random.pick(known) : value];
    });
  }

  #spoil(pairs: Pair[]): Pair[] {
    const random = this.#random;
    const kind = random.below(10);
    if (kind < 4) return [...pairs];
    const share = kind < 8 ? Math.ceil(100 / Math.max(1, pairs.length)) : 50;
    const spoilt = pairs.flatMap((pair): Pair[] => {
      if (!random.chance(share)) return [pair];
      const [code, value] = pair;
      switch (random.below(9)) {
        case 0:
          return [];
        case 1:
          return [pair, pair];
        case 2:
          return [
            [`${code}[]`, value],
            [`${code}[${random.below(5)}]`, random.pick(HOSTILE)],
          ];
        case 3:
          return Array.from({ length: random.below(300) }, (): Pair => [code, value]);
        case 4:
          return [[random.pick(PROTOTYPE_NAMES), value], pair];
        case 5:
          return [[code, value + random.pick(HOSTILE)]];
        default:
          return [[code, random.pick(HOSTILE)]];
      }
    });
    if (random.chance(1)) for (let n = 0; n < 1100; n++) spoilt.push([`k${n}`, '']);
    return spoilt;
  }

  /** As browsers write forms; now and then escapes that are none are left in. */
  #write(pairs: readonly Pair[]): string {
    const text = pairs.map(([code, value]) => `${escaped(code)}=${escaped(value)}`).join('&');
    return this.#random.chance(1) ? `${text}&x=%u3042%zz` : text;
  }
}

const escaped = (text: string) => new URLSearchParams([['', text.toWellFormed()]]).toString().slice(1);

function withInstitution(pairs: Pair[], institutionCode: string): Pair[] {
  const others = pairs.filter(([code]) => code !== 'ircd');
  return [['ircd', institutionCode], ...others];
}

function pairsOf(wire: Record<string, unknown>): Pair[] {
  return Object.entries(wire).flatMap(([code, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((one) => one !== undefined && one !== null)
      .map((one): Pair => [code, String(one)]),
  );
}
