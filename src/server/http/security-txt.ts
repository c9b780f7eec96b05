// Where somebody who has found a hole finds out whom to inform (RFC 9116).
import type { FastifyInstance } from 'fastify';
import type { Service } from '#server/service.ts';

/** The file says of itself how long it may be believed; a year is the most that the RFC recommends. */
const GOOD_FOR_DAYS = 180;

export function mountSecurityText(app: FastifyInstance, { config, clock }: Pick<Service, 'config' | 'clock'>): void {
  const contact = config.securityContact;
  if (contact === null) return;
  app.get('/.well-known/security.txt', (_request, reply) => {
    const end = clock();
    end.setUTCDate(end.getUTCDate() + GOOD_FOR_DAYS);
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${end.toISOString().slice(0, 10)}T00:00:00Z`,
      'Preferred-Languages: ja, en',
      `Canonical: ${config.publicUrl}/.well-known/security.txt`,
    ];
    const headers = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' };
    return reply.headers({ ...headers, 'cache-control': 'public, max-age=86400' }).send(`${lines.join('\n')}\n`);
  });
}
