// Serves the institutions' background pictures, each under an address that changes with its content.
import type { FastifyInstance } from 'fastify';
import { isOverload } from '#db/errors.ts';
import { PAGE_HEADERS } from '#server/answers.ts';
import type { Service } from '#server/service.ts';
import { tooMany } from '#wire/failure.ts';
import type { PictureKey } from './pictures.ts';

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
