// Development: the server restarts and the pages reload when their sources change.
import { spawn } from 'node:child_process';
import { createServer, type Plugin } from 'vite';
import { documentFor, isOfExaminees } from '#server/http/documents.ts';

const ROOT = new URL('..', import.meta.url).pathname;
const port = Number(process.env.PORT ?? 8080);
const behind = port + 1;

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'scripts/run.mjs', 'src/app/start.ts'], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, PORT: String(behind) },
});
const target = `http://127.0.0.1:${behind}`;
/** As the server does it: each wing has its document. */
const wings: Plugin = {
  name: 'wings',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, _response, next) => {
      if (isOfExaminees(request.url ?? '')) request.url = `/${documentFor(null)}`;
      next();
    });
  },
};
const vite = await createServer({
  root: ROOT,
  plugins: [wings],
  server: {
    port,
    strictPort: true,
    proxy: Object.fromEntries(['/api', '/Token', '/images', '/guide', '/assets'].map((path) => [path, { target }])),
  },
});
await vite.listen();
console.log(`Pages with reload on change: http://127.0.0.1:${port}/`);
process.on('SIGINT', async () => {
  await vite.close();
  server.once('exit', () => process.exit(0));
});
