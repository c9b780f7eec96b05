// What a phone needs to put an institution's my page on its home screen. Nothing of it works without the service.
import type { FastifyInstance } from 'fastify';
import { PAGE_HEADERS } from '#server/answers.ts';

const icon = (size: number) => ({ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' });

/** Whatever the institution is: the page that it opens says so. */
const manifestOf = (routeParam: string) => ({
  name: '健康診断予約',
  short_name: '健診予約',
  lang: 'ja',
  // My page is behind the log-in, and a tab of its own knows nobody.
  start_url: `/CommonLogin/${routeParam}`,
  scope: '/',
  display: 'minimal-ui',
  background_color: '#ffffff',
  theme_color: '#ffffff',
  icons: [192, 512].flatMap((size) => [icon(size), { ...icon(size), purpose: 'maskable' }]),
});

export function mountManifests(app: FastifyInstance): void {
  app.get<{ Params: { routeParam: string } }>('/manifest/:routeParam', ({ params }, reply) => {
    if (!/^[\w-]{1,40}$/.test(params.routeParam)) return reply.code(404).send();
    return reply
      .headers({ ...PAGE_HEADERS, 'content-type': 'application/manifest+json', 'cache-control': 'no-cache' })
      .send(JSON.stringify(manifestOf(params.routeParam)));
  });
}
