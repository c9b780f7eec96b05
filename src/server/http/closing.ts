// Closes the door: nobody new comes in, and whoever is inside may finish, but not for ever.
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const LOOK_MS = 100;

/** To be called before the door opens; gives what closes it within so many milliseconds. */
export function prepareClosing(app: FastifyInstance): (ms: number) => Promise<void> {
  const sockets = new Set<Socket>();
  app.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  /** Connections that are kept for a next request would stay open until their time-out. */
  function closeIdle(): void {
    // Browsers open connections ahead of need, which Node does not count as idle.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    // It takes one whose answer is still being written for idle.
    const isWriting = [...sockets].some((socket) => socket.writableLength > 0);
    if (!isWriting) app.server.closeIdleConnections();
  }

  return async (ms) => {
    const look = setInterval(closeIdle, LOOK_MS);
    const deadline = setTimeout(() => app.server.closeAllConnections(), ms);
    try {
      await app.close();
    } finally {
      clearInterval(look);
      clearTimeout(deadline);
    }
  };
}
