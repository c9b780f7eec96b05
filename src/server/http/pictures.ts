// The institutions' background pictures: read few at a time, kept while there is room, and served under addresses that change with their content.

import type { FastifyInstance } from 'fastify';
import type { Db } from '#db/database.ts';
import { isOverload } from '#db/errors.ts';
import { FairQueue } from '#db/fair-queue.ts';
import { query } from '#db/query.ts';
import { LruCache } from '#domain/lru-cache.ts';
import { PAGE_HEADERS } from '#server/answers.ts';
import type { Service } from '#server/service.ts';
import { tooMany } from '#wire/failure.ts';

export const imageUrl = (institutionCode: string, sha256: string) => `/images/${institutionCode}/${sha256}`;

interface Picture {
  media_type: string;
  content: Buffer;
}

export interface PictureKey {
  institutionCode: string;
  sha256: string;
}

/** In bytes: those of some dozens of institutions. */
const CACHE_BYTES = 64 * 1024 * 1024;
/** Few at a time: whatever is asked for here, most connections are left to those who save something. */
const READINGS = { atOnce: 2, waiting: 200, waitingEach: 100 };

/** Under its address a picture never changes: it is read once for all who want it, and kept while there is room. */
export class Pictures {
  readonly #db: Db;
  readonly #cache: LruCache<string, Picture>;
  readonly #readings = new FairQueue('pictures', READINGS);
  readonly #underWay = new Map<string, Promise<Picture | undefined>>();

  constructor(db: Db, bytesKept = CACHE_BYTES) {
    this.#db = db;
    this.#cache = new LruCache(bytesKept, ({ content }) => content.length);
  }

  find(key: PictureKey): Promise<Picture | undefined> | Picture {
    const url = imageUrl(key.institutionCode, key.sha256);
    const known = this.#cache.get(url) ?? this.#underWay.get(url);
    if (known) return known;
    const reading = this.#read(key)
      .then((picture) => {
        if (picture) this.#cache.set(url, picture);
        return picture;
      })
      .finally(() => this.#underWay.delete(url));
    this.#underWay.set(url, reading);
    return reading;
  }

  async #read(key: PictureKey): Promise<Picture | undefined> {
    const { institutionCode, sha256 } = key;
    if ((await findPicture(this.#db, institutionCode, sha256)).length === 0) return undefined;
    // On a connection of its own: on a shared one everybody's answers would stand behind two megabytes.
    const readAlone = () => this.#db.connection().execute((own) => readPicture(own, institutionCode, sha256));
    const [picture] = await this.#readings.run(institutionCode, readAlone);
    return picture;
  }
}

/** Asked like any other small question: addresses that nobody has given out cost no connection. */
const findPicture = query<object>('select from institution_images where institution_code = $1 and sha256 = $2');

const readPicture = query<Picture>(`
  select media_type, content from institution_images where institution_code = $1 and sha256 = $2`);

/** What no address of ours looks like is not looked for. */
const isKey = ({ institutionCode, sha256 }: PictureKey) =>
  /^[0-9]{8}$/.test(institutionCode) && /^[0-9a-f]{64}$/.test(sha256);

export function mountImages(app: FastifyInstance, { config, pictures }: Pick<Service, 'config' | 'pictures'>): void {
  const max = config.picturesPerMinute;
  app.get<{ Params: PictureKey }>(
    '/images/:institutionCode/:sha256',
    { handlerTimeout: 60_000, config: { rateLimit: max > 0 ? { max, timeWindow: 60_000 } : undefined } },
    async ({ params }, reply) => {
      // Nothing is there yet, perhaps: nobody is to remember that.
      const notThere = () => reply.code(404).header('cache-control', 'no-store').send();
      if (!isKey(params)) return notThere();
      const picture = await Promise.resolve(pictures.find(params)).catch((error) => {
        throw isOverload(error) ? tooMany() : error;
      });
      if (!picture) return notThere();
      return reply
        .headers(PAGE_HEADERS)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type(picture.media_type)
        .send(picture.content);
    },
  );
}
