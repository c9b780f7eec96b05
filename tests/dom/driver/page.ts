// A tab: documents one after the other, their history, what is kept in the tab, and what somebody does with the keyboard.
import vm from 'node:vm';
import type { TestService } from '#tests/kit/service.ts';
import { closeWindow, makeWindow, runWing, setUrl, type Win, whenStored } from './document.ts';
import { pressKey } from './keys.ts';
import { insist, Locator, settle } from './locator.ts';
import { Network, readable } from './network.ts';

const ORIGIN = 'http://kenshin.test';
export interface Size {
  width: number;
  height: number;
}

const DESK = { width: 1280, height: 800 };

interface Entry {
  url: string;
  state: unknown;
  /** Which document it belongs to. */
  document: number;
}

export class Page {
  readonly #network: Network;
  #window: Win;
  readonly #size: Size;
  #entries: Entry[] = [];
  #at = -1;
  #document = 0;
  #tab: Record<string, string> = {};
  /** Faults that nobody has caught. */
  readonly faults: string[] = [];

  constructor({ app }: TestService, size: Size = DESK) {
    this.#size = size;
    this.#network = new Network(app);
    this.#window = makeWindow(ORIGIN, this.#size);
  }

  get window(): Win {
    return this.#window;
  }

  toString = () => `page at ${this.url()}`;
  url = () => this.#window.location.href;
  viewportSize = () => this.#size;

  async goto(address: string): Promise<void> {
    await whenStored();
    const url = new URL(address, this.#entries.length > 0 ? this.url() : ORIGIN).href;
    const entry = { url, state: null, document: 0 };
    this.#entries.splice(++this.#at, this.#entries.length, entry);
    await this.#open(entry);
    entry.document = this.#document;
  }

  async reload(): Promise<void> {
    await whenStored();
    const entry = this.#entries[this.#at];
    if (!entry) throw new Error('nothing to load again');
    await this.#open(entry);
    entry.document = this.#document;
  }

  goBack = () => this.#go(-1);
  goForward = () => this.#go(1);

  async #go(steps: number): Promise<void> {
    const entry = this.#entries[this.#at + steps];
    if (!entry) return;
    this.#at += steps;
    if (entry.document === this.#document) {
      setUrl(this.#window, entry.url);
      const event = new this.#window.Event('popstate') as PopStateEvent;
      Object.defineProperty(event, 'state', { value: entry.state });
      this.#window.dispatchEvent(event);
    } else {
      await this.#open(entry);
      entry.document = this.#document;
    }
    await settle();
  }

  /** Another document: what the tab keeps stays, all else is gone. */
  async #open({ url, state }: { url: string; state: unknown }): Promise<void> {
    const before = this.#window;
    before.dispatchEvent(new before.Event('pagehide'));
    this.#tab = { ...before.sessionStorage } as Record<string, string>;
    await closeWindow(before);
    const window = makeWindow(url, this.#size);
    this.#window = window;
    this.#document++;
    for (const [key, text] of Object.entries(this.#tab)) window.sessionStorage.setItem(key, text);
    this.#furnish(window, state);
    // A page of the service that runs nothing.
    if (!url.endsWith('/healthz')) await runWing(window);
    window.dispatchEvent(new window.Event('load'));
    await settle();
  }

  #furnish(window: Win, first: unknown): void {
    let state = structuredClone(first);
    const put = (isNew: boolean) => (next: unknown, _: string, url?: string | URL | null) => {
      state = next === undefined ? null : JSON.parse(JSON.stringify(next));
      if (url) setUrl(window, new URL(url, window.location.href).href);
      const entry = { url: window.location.href, state, document: this.#document };
      if (isNew) this.#entries.splice(++this.#at, this.#entries.length, entry);
      else this.#entries[this.#at] = entry;
    };
    const stateNow = () => this.#entries[this.#at]?.state ?? state;
    const history = {
      back: () => void setImmediate(() => this.#go(-1)),
      forward: () => void setImmediate(() => this.#go(1)),
      go: (steps = 0) => void setImmediate(() => this.#go(steps)),
      pushState: put(true),
      replaceState: put(false),
      scrollRestoration: 'auto',
    };
    Object.defineProperty(history, 'state', { get: stateNow });
    Object.defineProperty(history, 'length', { get: () => this.#entries.length });
    Object.defineProperty(window, 'history', { value: history, configurable: true });
    const go = (url: string | URL) => void setImmediate(() => this.goto(String(url)));
    Object.assign(window.location, { assign: go, replace: go, reload: () => void setImmediate(() => this.reload()) });
    Object.defineProperty(window, 'fetch', {
      value: (url: string, init: RequestInit) => this.#fetch(window, url, init),
    });
    window.addEventListener('error', (event) => this.faults.push(String(event.error ?? event.message)));
    // What no code of ours has taken is another document.
    window.addEventListener('click', (event) => {
      const link = (event.target as Element | null)?.closest?.('a[href]');
      if (!link || event.defaultPrevented) return;
      event.preventDefault();
      if (link.getAttribute('target') !== '_blank') go(new URL(link.getAttribute('href') ?? '', this.url()));
    });
  }

  async #fetch(window: Win, url: string, init: RequestInit = {}): Promise<unknown> {
    const fail = (name: string) =>
      Object.assign(this.#run(window, 'new TypeError("Failed to fetch")') as Error, { name });
    const body = init.body === undefined ? undefined : String(init.body);
    const type: Record<string, string> =
      body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
    const headers = { ...type, ...(init.headers as Record<string, string>) };
    const asked = { url: new URL(url, ORIGIN).href, method: init.method ?? 'GET', headers, body };
    const { signal } = init;
    if (signal?.aborted) throw fail('AbortError');
    const isGone = new Promise<never>((_, reject) =>
      signal?.addEventListener('abort', () => reject(fail('AbortError'))),
    );
    const answer = await Promise.race([this.#network.ask(asked), isGone]);
    if (!answer) throw fail('TypeError');
    const pieces = [new Uint8Array(answer.body)];
    const read = async () => ({ value: pieces[0], done: pieces.splice(0).length === 0 });
    const parse = this.#run(window, 'JSON.parse') as typeof JSON.parse;
    return {
      status: answer.status,
      ok: answer.status < 300,
      headers: { get: (name: string) => answer.headers[name.toLowerCase()] ?? null },
      body: { getReader: () => ({ read }) },
      json: async () => parse(String(answer.body)),
      text: async () => String(answer.body),
      blob: async () => new window.Blob([new Uint8Array(answer.body)]),
    };
  }

  #run = (window: Win, source: string): unknown => vm.runInContext(source, window as unknown as vm.Context);

  /** A script, or a function by its text, as a browser would be sent it. */
  async evaluate(script: unknown, argument?: unknown): Promise<unknown> {
    return typeof script === 'string' ? this.#run(this.#window, script) : this.call(String(script), argument);
  }

  call(source: string, ...given: unknown[]): unknown {
    return (this.#run(this.#window, `(${source})`) as (...given: unknown[]) => unknown)(...given);
  }

  #whole = () => new Locator(this, () => [this.#window.document.documentElement], '');
  getByRole = (...given: Parameters<Locator['getByRole']>) => this.#whole().getByRole(...given);
  getByLabel = (...given: Parameters<Locator['getByLabel']>) => this.#whole().getByLabel(...given);
  getByText = (...given: Parameters<Locator['getByText']>) => this.#whole().getByText(...given);
  getByTitle = (...given: Parameters<Locator['getByTitle']>) => this.#whole().getByTitle(...given);
  locator = (selector: string) => this.#whole().locator(selector);

  keyboard = {
    press: async (key: string): Promise<void> => {
      await settle();
      pressKey(this.#window, key);
      await settle();
    },
    type: async (text: string): Promise<void> => {
      await settle();
      for (const key of text) pressKey(this.#window, key);
      await settle();
    },
  };

  request = {
    post: (
      url: string,
      {
        form,
        data,
        headers = {},
      }: { form?: Record<string, string>; data?: string; headers?: Record<string, string> } = {},
    ) => {
      const body = form ? String(new URLSearchParams(form)) : data;
      const type = { 'content-type': 'application/x-www-form-urlencoded' };
      return this.#network
        .send({ url: new URL(url, ORIGIN).href, method: 'POST', headers: { ...type, ...headers }, body })
        .then(readable);
    },
    get: (url: string) =>
      this.#network.send({ url: new URL(url, ORIGIN).href, method: 'GET', headers: {} }).then(readable),
  };

  route = async (...given: Parameters<Network['route']>) => this.#network.route(...given);
  unroute = async (...given: Parameters<Network['unroute']>) => this.#network.unroute(...given);
  unrouteAll = async (_?: object) => this.#network.unroute();
  waitForResponse = (pattern: string | RegExp) => this.#network.waitForResponse(pattern);
  waitForRequest = (pattern: string | RegExp) => this.#network.waitForRequest(pattern);
  waitForURL = (pattern: RegExp) =>
    insist(() => {
      if (!pattern.test(this.url())) throw new Error(`${this.url()} is not ${pattern}`);
    });

  waitForTimeout = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  context = () => ({ close: async () => {} });
  close = () => closeWindow(this.#window);
}
