// Loaded into a service before it starts: every answer of a call comes late, as over a bad line. Journeys that read a screen before it
// has changed fail then, and so do buttons that lose a press.
import http from 'node:http';

const LEAST_MS = 150;
const SPREAD_MS = 100;

const emit: (this: http.Server, name: string, ...args: unknown[]) => boolean = http.Server.prototype.emit;
http.Server.prototype.emit = function (this: http.Server, name: string, ...args: unknown[]) {
  const [request] = args;
  const isCall = name === 'request' && request instanceof http.IncomingMessage && request.url?.startsWith('/api/');
  if (!isCall) return emit.call(this, name, ...args);
  setTimeout(() => emit.call(this, name, ...args), LEAST_MS + Math.random() * SPREAD_MS);
  return true;
};
