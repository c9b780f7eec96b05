// What a document asks of the service: calls go through the HTTP server as they are, unless the journey stands in the way.
import type { TestService } from '#tests/kit/service.ts';
import { noteAnswer } from '../../spec/answers.ts';

export interface Asked {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

type Handler = (route: Route) => unknown;
interface Way {
  pattern: string | RegExp;
  handler: Handler;
  left: number;
}

const isMet = (pattern: string | RegExp, url: string) =>
  typeof pattern === 'string'
    ? new RegExp(
        `${pattern
          .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
          .replaceAll('**', '\u0000')
          .replaceAll('*', '[^/]*')
          .replaceAll('\u0000', '.*')}$`,
      ).test(url)
    : pattern.test(url);

export class Network {
  readonly #door: TestService['app'];
  #ways: Way[] = [];
  readonly #awaited: { pattern: string | RegExp; resolve(request: ReturnType<typeof requestOf>): void }[] = [];
  readonly #waiting: { pattern: string | RegExp; resolve(answer: ReturnType<typeof readable>): void }[] = [];

  constructor(door: TestService['app']) {
    this.#door = door;
  }

  route(pattern: string | RegExp, handler: Handler, { times = Number.POSITIVE_INFINITY } = {}): void {
    this.#ways.unshift({ pattern, handler, left: times });
  }

  unroute(pattern?: string | RegExp): void {
    this.#ways = pattern === undefined ? [] : this.#ways.filter((way) => String(way.pattern) !== String(pattern));
  }

  waitForRequest(pattern: string | RegExp) {
    return new Promise((resolve) => this.#awaited.push({ pattern, resolve }));
  }

  waitForResponse(pattern: string | RegExp) {
    return new Promise((resolve) => this.#waiting.push({ pattern, resolve }));
  }

  async send({ url, method, headers, body }: Asked): Promise<Answer> {
    const { pathname, search } = new URL(url);
    const response = await this.#door.inject({
      method: method as 'GET',
      url: pathname + search,
      headers,
      payload: body,
    });
    const answer = {
      status: response.statusCode,
      headers: response.headers as Record<string, string>,
      body: response.rawPayload,
    };
    if (/json/.test(answer.headers['content-type'] ?? ''))
      noteAnswer(pathname, { status: answer.status, body: JSON.parse(String(answer.body)) });
    return answer;
  }

  /** Null where no answer arrives. */
  async ask(asked: Asked): Promise<Answer | null> {
    for (const each of this.#awaited) if (isMet(each.pattern, asked.url)) each.resolve(requestOf(asked));
    const way = this.#ways.find((each) => each.left > 0 && isMet(each.pattern, asked.url));
    const answer = way ? await this.#goBy(way, asked) : await this.send(asked);
    if (answer) {
      for (const each of this.#waiting) if (isMet(each.pattern, asked.url)) each.resolve(readable(answer));
    }
    return answer;
  }

  async #goBy(way: Way, asked: Asked): Promise<Answer | null> {
    way.left--;
    const route = new Route(this, asked);
    await way.handler(route);
    return route.answer;
  }
}

const requestOf = ({ url, method, headers, body = null }: Omit<Asked, 'body'> & { body?: string | null }) => ({
  url: () => url,
  method: () => method,
  headers: () => headers,
  postData: () => body,
});

/** As a journey reads an answer. */
export const readable = (answer: Answer) => ({
  ...answer,
  status: () => answer.status,
  ok: () => answer.status < 400,
  headers: () => answer.headers,
  json: async () => JSON.parse(String(answer.body)),
  text: async () => String(answer.body),
  body: async () => answer.body,
  answer,
});

interface Fulfilment {
  status?: number;
  json?: unknown;
  body?: string;
  response?: ReturnType<typeof readable>;
}

class Route {
  readonly #network: Network;
  readonly #asked: Asked;
  answer: Answer | null = null;

  constructor(network: Network, asked: Asked) {
    this.#network = network;
    this.#asked = asked;
  }

  request() {
    return requestOf(this.#asked);
  }

  async abort(): Promise<void> {
    this.answer = null;
  }

  async continue({ postData = this.#asked.body }: { postData?: string } = {}): Promise<void> {
    this.answer = await this.#network.send({ ...this.#asked, body: postData });
  }

  async fetch({ postData = this.#asked.body }: { postData?: string } = {}) {
    return readable(await this.#network.send({ ...this.#asked, body: postData }));
  }

  async fulfill({ status, json, body, response }: Fulfilment): Promise<void> {
    const base = response?.answer ?? {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(''),
    };
    const content = json === undefined ? body : JSON.stringify(json);
    this.answer = {
      ...base,
      status: status ?? base.status,
      body: content === undefined ? base.body : Buffer.from(content),
    };
  }
}
