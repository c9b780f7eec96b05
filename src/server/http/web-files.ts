// Serves what is no call: the built web side (files with a hash in their name for ever, the documents fresh, and for every screen that of its
// wing), the manifest for a phone's home screen, and security.txt.
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { NO_REFERRER_PATH, PAGE_HEADERS } from '#server/answers.ts';
import type { Service } from '#server/service.ts';
import { documentFor, examineePagePath, isOfExaminees, OFFICE } from './documents.ts';
import { FirstPages, type Prerender } from './first-page.ts';
import { answerNoSuchCall } from './http-server.ts';

type Pages = { service: Service; prerender: Prerender };

/** Addresses of screens, by how the specification names them; what else is asked for is a mistake, and a page says so. */
const isScreen = (pathname: string) => /^\/[A-Z]/.test(pathname);

export async function mountWebFiles(app: FastifyInstance, folder: string, pages?: Pages): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    index: false,
    wildcard: true,
    setHeaders(reply, file) {
      const hashed = path.dirname(file) === path.join(folder, 'assets');
      for (const [name, value] of Object.entries(PAGE_HEADERS)) reply.header(name, value);
      if (reply.request.url.startsWith(NO_REFERRER_PATH)) reply.header('referrer-policy', 'no-referrer');
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const firstPages = pages && new FirstPages(app, pages.service, pages.prerender, path.join(folder, documentFor(null)));
  const documentOf = (pathname: string) =>
    isOfExaminees(pathname) ? documentFor(pages?.prerender.partOf(pathname) ?? null) : OFFICE;
  // The folder itself is no file. A clinic's own service is the clinic's page; where there are several, the tab may know which.
  app.get('/', (_request, reply) => {
    const only = pages?.service.hidden.onlyRoute;
    if (!only) return reply.sendFile(OFFICE);
    return reply.header('cache-control', 'no-store').redirect(examineePagePath(only));
  });
  app.setNotFoundHandler(async (request, reply) => {
    const pathname = request.url.split('?', 1)[0] ?? '';
    if (pathname.startsWith('/api/') || pathname === '/Token') return answerNoSuchCall(request, reply);
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !path.extname(pathname);
    if (!isPage) return reply.code(404).send();
    const first = await firstPages?.send(request, reply, pathname);
    if (first === 'sent') return reply;
    return reply.code(isScreen(pathname) && first !== 'missing' ? 200 : 404).sendFile(documentOf(pathname));
  });
}

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

/** For an institution's my page on a home screen. Nothing of it works without the service. */
export function mountManifests(app: FastifyInstance): void {
  app.get<{ Params: { routeParam: string } }>('/manifest/:routeParam', ({ params }, reply) => {
    if (!/^[\w-]{1,40}$/.test(params.routeParam)) return reply.code(404).send();
    return reply
      .headers({ ...PAGE_HEADERS, 'content-type': 'application/manifest+json', 'cache-control': 'no-cache' })
      .send(JSON.stringify(manifestOf(params.routeParam)));
  });
}

/** The file says of itself how long it may be believed; a year is the most that the RFC recommends. */
const GOOD_FOR_DAYS = 180;

/** Where somebody who has found a hole finds out whom to inform (RFC 9116). */
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
