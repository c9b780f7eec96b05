// Serves the built web side: files with a hash in their name for ever, the page itself fresh, and that page for every screen.
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { answerNoSuchCall } from './door.ts';
import { KEPT_ADDRESS, PAGE_HEADERS } from './headers.ts';

export async function mountWebFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    index: false,
    wildcard: true,
    setHeaders(reply, file) {
      const hashed = path.dirname(file) === path.join(folder, 'assets');
      for (const [name, value] of Object.entries(PAGE_HEADERS)) reply.header(name, value);
      if (reply.request.url.startsWith(KEPT_ADDRESS)) reply.header('referrer-policy', 'no-referrer');
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  // The folder itself is no file.
  app.get('/', (_request, reply) => reply.sendFile('index.html'));
  app.setNotFoundHandler((request, reply) => {
    const pathname = request.url.split('?', 1)[0] ?? '';
    if (pathname.startsWith('/api/') || pathname === '/Token') return answerNoSuchCall(request, reply);
    const page = (request.method === 'GET' || request.method === 'HEAD') && !path.extname(pathname);
    return page ? reply.sendFile('index.html') : reply.code(404).send();
  });
}
