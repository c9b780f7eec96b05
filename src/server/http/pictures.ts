// The institutions' background pictures: read few at a time, and kept while there is room.
import type { Db } from '#db/database.ts';
import { FairQueue } from '#db/fair-queue.ts';
import { LruCache } from '#domain/lru-cache.ts';

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
    if (!(await isThere(this.#db, key))) return undefined;
    return this.#readings.run(key.institutionCode, () => readPicture(this.#db, key));
  }
}

/** Asked like any other small question: addresses that nobody has given out cost no connection. */
async function isThere(db: Db, { institutionCode, sha256 }: PictureKey): Promise<boolean> {
  const found = await db
    .selectFrom('institution_images')
    .select('institution_code')
    .where('institution_code', '=', institutionCode)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return found !== undefined;
}

/** On a connection of its own: on a shared one everybody's answers would stand behind two megabytes. */
function readPicture(db: Db, { institutionCode, sha256 }: PictureKey): Promise<Picture | undefined> {
  return db
    .connection()
    .execute((own) =>
      own
        .selectFrom('institution_images')
        .select(['media_type', 'content'])
        .where('institution_code', '=', institutionCode)
        .where('sha256', '=', sha256)
        .executeTakeFirst(),
    );
}

declare module '#server/service.ts' {
  interface Service {
    pictures: Pictures;
  }
}
