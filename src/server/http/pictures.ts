// The institutions' background pictures: read few at a time, and kept while there is room.
import type { Db } from '#db/database.ts';
import { FairQueue } from '#db/fair-queue.ts';

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
const KEPT = 64 * 1024 * 1024;
/** Few at a time: whatever is asked for here, most connections are left to those who save something. */
const READINGS = { atOnce: 2, waiting: 200, waitingEach: 100 };

/** Under its address a picture never changes: it is read once for all who want it, and kept while there is room. */
export class Pictures {
  readonly #db: Db;
  readonly #kept: KeptPictures;
  readonly #readings = new FairQueue('pictures', READINGS);
  readonly #underWay = new Map<string, Promise<Picture | undefined>>();

  constructor(db: Db, bytesKept = KEPT) {
    this.#db = db;
    this.#kept = new KeptPictures(bytesKept);
  }

  find(key: PictureKey): Promise<Picture | undefined> | Picture {
    const url = imageUrl(key.institutionCode, key.sha256);
    const known = this.#kept.get(url) ?? this.#underWay.get(url);
    if (known) return known;
    const reading = this.#read(key)
      .then((picture) => {
        if (picture) this.#kept.add(url, picture);
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

/** So many bytes of them; those that nobody has wanted for longest go first. */
class KeptPictures {
  readonly #most: number;
  readonly #pictures = new Map<string, Picture>();
  #bytes = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get(url: string): Picture | undefined {
    const found = this.#pictures.get(url);
    if (!found) return undefined;
    this.#pictures.delete(url);
    this.#pictures.set(url, found);
    return found;
  }

  add(url: string, picture: Picture): void {
    this.#pictures.set(url, picture);
    this.#bytes += picture.content.length;
    for (const [oldest, { content }] of this.#pictures) {
      if (this.#bytes <= this.#most) return;
      this.#pictures.delete(oldest);
      this.#bytes -= content.length;
    }
  }
}
