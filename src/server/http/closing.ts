// Closes the HTTP server: nobody new comes in, and whoever is inside may finish, but not for ever.
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const LOOK_MS = 100;

export function prepareClosing(app: FastifyInstance): (ms: number) => Promise<void> {
  const sockets = new Set<Socket>();
  app.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  let lastBytes = 0;

  /** Connections that are kept for a next request would stay open until their time-out. */
  function closeIdle(): void {
    // Browsers open connections ahead of need, which Node does not count as idle.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    // It takes one whose answer is still being written for idle.
    const isWriting = [...sockets].some((socket) => socket.writableLength > 0);
    // Between an answer and the request behind it a connection is idle for a moment, which is longer on a busy machine.
    const bytes = [...sockets].reduce((sum, { bytesRead, bytesWritten }) => sum + bytesRead + bytesWritten, 0);
    const isQuiet = bytes === lastBytes;
    lastBytes = bytes;
    if (!isWriting && isQuiet) app.server.closeIdleConnections();
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
