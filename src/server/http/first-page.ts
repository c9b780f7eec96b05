// An institution's top page as it is first asked for: drawn already, with the answers that its screen would ask for at once.
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LruCache } from '#domain/lru-cache.ts';
import { isFromThisMachine } from '#server/access/hidden-institutions.ts';
import { acceptsEncoding, PAGE_HEADERS } from '#server/answers.ts';
import type { Service } from '#server/service.ts';
import type { Part } from './documents.ts';

interface Question {
  path: string;
  method: 'GET' | 'POST';
  form: string;
}

interface Answered extends Question {
  body: Record<string, unknown>;
}

/** How pages are drawn ahead of the browser: it comes with the build (app/prerender.tsx), since it is made of screens. */
export interface Prerender {
  /** What the screen of an address asks next; null where it has all, or is none that is drawn. */
  nextQuestion(pathname: string, answered: readonly Answered[]): Question | null;
  drawPage(pathname: string, answered: readonly Answered[]): { title: string; html: string };
  /** The part of the wing that an address begins with; null where what every address begins with is all. */
  partOf(pathname: string): Part | null;
}

/** Drawings that are kept, by what was answered: in a rush the same page is drawn once. */
const MOST_DRAWINGS = 200;
/** Whoever would wait longer is given the empty page, which asks by itself. */
const PATIENCE_MS = 1_500;

const ENCODINGS = { br: 'br', gzip: 'gzip' } as const;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

interface Drawn {
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

type Found = Drawn | 'missing' | null;

export class FirstPages {
  readonly #app: FastifyInstance;
  readonly #service: Service;
  readonly #prerender: Prerender;
  readonly #document: string;
  /** Whoever asks for the same page meanwhile gets the same. */
  readonly #underWay = new Map<string, Promise<Found>>();
  readonly #drawings = new LruCache<string, Promise<Drawn>>(MOST_DRAWINGS);

  /** `document` is the file of the wing's own, with an empty root. */
  constructor(app: FastifyInstance, service: Service, prerender: Prerender, document: string) {
    this.#app = app;
    this.#service = service;
    this.#prerender = prerender;
    this.#document = document;
  }

  /** Null where there is nothing to draw, or not in time: the plain document serves then, and says so itself where what it is about is missing. */
  async send(request: FastifyRequest, reply: FastifyReply, pathname: string): Promise<'sent' | 'missing' | null> {
    if (!this.#prerender.nextQuestion(pathname, [])) return null;
    const drawn = await inTime(this.#find(request, pathname));
    if (!drawn || drawn === 'missing') return drawn;
    const encoding = Object.values(ENCODINGS).find((each) => acceptsEncoding(each, request.headers['accept-encoding']));
    if (encoding) reply.header('content-encoding', encoding);
    reply.headers({ ...PAGE_HEADERS, ...DOCUMENT_HEADERS }).send(drawn[encoding ?? 'plain']);
    return 'sent';
  }

  #find(request: FastifyRequest, pathname: string): Promise<Found> {
    // An institution that is for this machine alone is shown to nobody else.
    const isLocal = this.#service.hidden.areSomeLocal && isFromThisMachine(request.raw);
    const key = `${pathname} ${isLocal}`;
    const found =
      this.#underWay.get(key) ??
      this.#answerAll(request, pathname)
        // What goes wrong here is reported by the calls of the screen itself.
        .catch(() => null)
        .finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, found);
    return found;
  }

  async #answerAll(request: FastifyRequest, pathname: string): Promise<Found> {
    const answered: Answered[] = [];
    const next = () => this.#prerender.nextQuestion(pathname, answered);
    for (let question = next(); question; question = next()) {
      const body = await this.#ask(request, question);
      if (!body || body === 'missing') return body;
      answered.push({ ...question, body });
    }
    // Read again: a newer build may have taken the place of the one that this server began with.
    const document = await readFile(this.#document, 'utf8');
    const key = JSON.stringify([pathname, document, answered]);
    return this.#drawings.getOrMake(key, () => this.#draw(document, pathname, answered));
  }

  async #draw(document: string, pathname: string, answered: readonly Answered[]): Promise<Drawn> {
    const { title, html } = this.#prerender.drawPage(pathname, answered);
    const plain = Buffer.from(
      document
        .replace(/<title>.*?<\/title>/, () => `<title>${escapeText(title)}</title>`)
        .replace('<div id="root"></div>', () => `<div id="root">${html}</div>${dataBlock(answered)}`),
    );
    const [br, gzipped] = await Promise.all([promisify(brotliCompress)(plain, BROTLI), promisify(gzip)(plain)]);
    return { plain, br, gzip: gzipped };
  }

  /** By the call itself, with all that it checks and holds back; null where it refuses. */
  async #ask({ headers, socket, raw }: FastifyRequest, { path, method, form }: Question) {
    const from = { remoteAddress: socket.remoteAddress, headers: whereFrom(headers, isFromThisMachine(raw)) };
    const sent =
      method === 'GET'
        ? { url: `${path}?${form}` }
        : {
            url: path,
            payload: form,
            headers: { ...from.headers, 'content-type': 'application/x-www-form-urlencoded' },
          };
    const { statusCode, payload } = await this.#app.inject({ method, ...from, ...sent });
    if (statusCode === 404) return 'missing';
    return statusCode === 200 ? (JSON.parse(payload) as Answered['body']) : null;
  }
}

const DOCUMENT_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  // Gone back to, it is asked for again: what it shows may have changed.
  'cache-control': 'no-store',
  vary: 'accept-encoding',
};

const WHERE = ['host', 'forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/** By which a call knows who asks, and from where; what shows only by the request itself is said in its place. */
const whereFrom = (headers: FastifyRequest['headers'], isLocal: boolean) => ({
  ...(!isLocal && { via: '1.0 front' }),
  ...Object.fromEntries(WHERE.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]]))),
});

const inTime = <T>(work: Promise<T>) => Promise.race([work, sleep(PATIENCE_MS, null, { ref: false })]);

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** No script: a policy that lets none run in a page lets this stand. Nothing in it can end the element or begin another. */
const dataBlock = (answered: readonly Answered[]) =>
  `<script type="application/json" id="first-answers">${JSON.stringify(answered).replaceAll('<', '\\u003c')}</script>`;
