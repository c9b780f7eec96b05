// Serves the institutions' background pictures, each under an address that changes with its content.
import type { FastifyInstance } from 'fastify';
import type { Db } from '#db/database.ts';
import { isOverload } from '#db/errors.ts';
import { FairQueue } from '#server/load/fair-queue.ts';
import { tooMany } from '#wire/failure.ts';
import type { Service } from '../service.ts';
import { PAGE_HEADERS } from './headers.ts';

export const imageUrl = (institutionCode: string, sha256: string) => `/images/${institutionCode}/${sha256}`;

interface Picture {
  media_type: string;
  content: Buffer;
}

interface Key {
  institutionCode: string;
  sha256: string;
}

/** What no address of ours looks like is not looked for. */
const isKey = ({ institutionCode, sha256 }: Key) => /^[0-9]{8}$/.test(institutionCode) && /^[0-9a-f]{64}$/.test(sha256);

/** In bytes: those of some dozens of institutions. */
const KEPT = 32 * 1024 * 1024;
/** Few at a time: whatever is asked for here, most connections are left to those who save something. */
const READINGS = { atOnce: 2, longest: 200 };

export function mountImages(
  app: FastifyInstance,
  { db, config }: Pick<Service, 'db' | 'config'>,
  bytesKept = KEPT,
): void {
  const kept = new KeptPictures(bytesKept);
  const readings = new FairQueue(READINGS);
  const underWay = new Map<string, Promise<Picture | undefined>>();

  async function read(key: Key): Promise<Picture | undefined> {
    if (!(await isThere(db, key))) return undefined;
    return readings.run(key.institutionCode, () => readPicture(db, key));
  }

  /** Under its address a picture never changes: it is read once for all who want it, and kept while there is room. */
  function find(key: Key): Promise<Picture | undefined> | Picture {
    const url = imageUrl(key.institutionCode, key.sha256);
    const known = kept.get(url) ?? underWay.get(url);
    if (known) return known;
    const reading = read(key)
      .then((picture) => {
        if (picture) kept.add(url, picture);
        return picture;
      })
      .finally(() => underWay.delete(url));
    underWay.set(url, reading);
    return reading;
  }

  const max = config.picturesPerMinute;
  app.get<{ Params: Key }>(
    '/images/:institutionCode/:sha256',
    { handlerTimeout: 60_000, config: { rateLimit: max > 0 ? { max, timeWindow: 60_000 } : undefined } },
    async ({ params }, reply) => {
      if (!isKey(params)) return reply.code(404).send();
      const picture = await Promise.resolve(find(params)).catch((error) => {
        throw isOverload(error) ? tooMany() : error;
      });
      if (!picture) return reply.code(404).send();
      return reply
        .headers(PAGE_HEADERS)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type(picture.media_type)
        .send(picture.content);
    },
  );
}

/** Asked like any other small question: addresses that nobody has given out cost no connection. */
async function isThere(db: Db, { institutionCode, sha256 }: Key): Promise<boolean> {
  const found = await db
    .selectFrom('institution_images')
    .select('institution_code')
    .where('institution_code', '=', institutionCode)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return found !== undefined;
}

/** On a connection of its own: on a shared one everybody's answers would stand behind two megabytes. */
function readPicture(db: Db, { institutionCode, sha256 }: Key): Promise<Picture | undefined> {
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
