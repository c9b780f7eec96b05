// Serves the institutions' background pictures, each under an address that changes with its content.
import type { FastifyInstance } from 'fastify';
import type { Db } from '#db/database.ts';
import { PAGE_HEADERS } from './headers.ts';

export const imageUrl = (institutionCode: string, sha256: string) => `/images/${institutionCode}/${sha256}`;

export function mountImages(app: FastifyInstance, db: Db): void {
  app.get<{ Params: { institutionCode: string; sha256: string } }>(
    '/images/:institutionCode/:sha256',
    { handlerTimeout: 60_000 },
    async ({ params }, reply) => {
      const image = await db
        .selectFrom('institution_images')
        .select(['media_type', 'content'])
        .where('institution_code', '=', params.institutionCode)
        .where('sha256', '=', params.sha256)
        .executeTakeFirst();
      if (!image) return reply.code(404).send();
      return reply
        .headers(PAGE_HEADERS)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type(image.media_type)
        .send(image.content);
    },
  );
}
