// What the machine refuses is told in one sentence, with the exit code by which systemd tries again or not.
import { expect, test } from 'vitest';
import { explainRefusal } from './explain-refusal.ts';

const of = (code: string, syscall: string, more: object) => Object.assign(new Error(), { code, syscall, ...more });

test.each([
  [of('EADDRINUSE', 'listen', { port: 8080 }), 'The port is taken by another program: choose another with PORT.', 1],
  [of('EACCES', 'listen', { port: 80 }), 'This account may not listen at port 80: ', 78],
  [of('EADDRNOTAVAIL', 'listen', { address: '10.9.9.9', port: 8080 }), 'HOST (or METRICS_HOST) is no address', 1],
  [of('ENOTFOUND', 'getaddrinfo', { hostname: 'nowhere' }), 'HOST (or METRICS_HOST) is no address', 1],
  [
    of('EACCES', 'mkdir', { path: '/srv/data' }),
    `This account (uid ${process.getuid?.()}) may not read or write /srv/data.`,
    78,
  ],
  [of('ENOTDIR', 'mkdir', { path: '/srv/file/data' }), '/srv/file/data is no folder.', 78],
])('%o', (error, sentence, exitCode) => {
  const refusal = explainRefusal(error);
  expect([refusal?.message, refusal?.exitCode]).toEqual([expect.stringContaining(sentence), exitCode]);
  expect(refusal?.message).not.toContain('\n');
});

test('what nobody has foreseen is not explained away', () => {
  expect(explainRefusal(new TypeError('x is not a function'))).toBeNull();
});
