// Serves the built web side: files with a hash in their name for ever, the documents fresh, and for every screen that of its wing.
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { NO_REFERRER_PATH, PAGE_HEADERS } from '#server/answers.ts';
import { examineePagePath } from '#server/examinee-page.ts';
import type { Service } from '#server/service.ts';
import { documentFor, isOfExaminees, OFFICE } from './documents.ts';
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
