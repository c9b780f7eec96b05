// Institutions of which nothing is shown: those that are closed, to anybody; and the demo, whose log-ins everybody knows, to
// whoever comes from outside of this machine. Also whether there is but one, to which the bare address leads.
import type { IncomingMessage } from 'node:http';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { isLoopback } from '#server/config.ts';
import type { RequestContext } from '#server/service.ts';

const readHidden = query<{ institutionCode: string; isClosed: boolean }>(`
  select institution_code as "institutionCode", closed_at is not null as "isClosed"
    from institutions where closed_at is not null or is_demo`);

const readReal = query<{ routeParam: string }>(`
  select route_param as "routeParam" from institutions where closed_at is null and not is_demo limit 2`);

/** As the database said some seconds ago: every server asks for itself, and no call asks for it. */
export class HiddenInstitutions {
  readonly #db: Db;
  readonly #isDemoForAll: boolean;
  #closed: ReadonlySet<string> = new Set();
  #local: ReadonlySet<string> = new Set();
  /** The route parameter of the only institution of a service, the demo aside; null where there are several or none. */
  onlyRoute: string | null = null;
  /** Whether anybody but the demo is open. */
  areSomeReal = false;

  constructor(db: Db, isDemoForAll: boolean) {
    this.#db = db;
    this.#isDemoForAll = isDemoForAll;
  }

  async refresh(): Promise<void> {
    const [found, [first, second]] = await Promise.all([readHidden(this.#db), readReal(this.#db)]);
    this.areSomeReal = first !== undefined;
    this.onlyRoute = first && !second ? first.routeParam : null;
    const codes = (isClosed: boolean) =>
      new Set(found.filter((each) => each.isClosed === isClosed).map(({ institutionCode }) => institutionCode));
    this.#closed = codes(true);
    this.#local = this.#isDemoForAll ? new Set() : codes(false);
  }

  get areSomeLocal(): boolean {
    return this.#local.size > 0;
  }

  has(institutionCode: string, isLocal: boolean): boolean {
    return this.#closed.has(institutionCode) || (!isLocal && this.#local.has(institutionCode));
  }
}

export const isHidden = ({ service, isLocal }: RequestContext, institutionCode: string) =>
  service.hidden.has(institutionCode, isLocal);

/** What front servers add. One on the same machine is as good as the open network. */
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/** Where a browser says it is. None says that it is nowhere else ("null" neither). */
const isElsewhere = (address = '') => URL.canParse(address) && !isLoopback(new URL(address).host);

/**
 * Whether somebody on this machine asks, without anything between, as far as that can be seen. A front server that passes on with a
 * Host of its own and adds nothing shows by the page that a browser is on, and by the old HTTP that nginx speaks unless configured otherwise.
 */
export const isFromThisMachine = ({ headers, httpVersion }: Pick<IncomingMessage, 'headers' | 'httpVersion'>) =>
  isLoopback(headers.host ?? '') &&
  FORWARDED.every((name) => headers[name] === undefined) &&
  httpVersion !== '1.0' &&
  !isElsewhere(headers.origin) &&
  !isElsewhere(headers.referer);
