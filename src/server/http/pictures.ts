// The institutions' background pictures: read few at a time, and kept while there is room.
import type { Db } from '#db/database.ts';
import { FairQueue } from '#db/fair-queue.ts';
import { query } from '#db/query.ts';
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
