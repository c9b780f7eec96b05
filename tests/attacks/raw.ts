// Bytes on a connection that are no request, half of one, or more than one: what comes back is an answer of ours, or the end.
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Random } from '#tests/torture/random.ts';

const PATH = '/api/CommonTop/CommonTopFirstDisplay';
const FORM = 'content-type: application/x-www-form-urlencoded';
const HOST = 'host: 127.0.0.1';
const END = 'connection: close';

const message = (head: readonly string[], body = '') => Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`, 'latin1');

type Make = (random: Random) => Buffer;

const noise: Make = (random) => Buffer.from(Array.from({ length: 1 + random.below(400) }, () => random.below(256)));

/** By name, so that a finding says what it was. */
export const RAW: Readonly<Record<string, Make>> = {
  noise,
  'noise behind a request line': (random) =>
    Buffer.concat([Buffer.from(`POST ${PATH} HTTP/1.1\r\n`), noise(random), Buffer.from('\r\n\r\n')]),
  'a method that is none': () => message(['PWN / HTTP/1.1', HOST, END]),
  'a version that is none': () => message([`POST ${PATH} HTTP/9.9`, HOST, END]),
  'an address that is none': (random) =>
    message([
      `GET ${random.pick(['//', '/\\..\\..', '/%00', '/%ff%fe', '*', 'http://evil.example/', `/${'a'.repeat(9000)}`, '/api/%2e%2e/%2e%2e/etc/passwd', '/assets/..%2f..%2fpackage.json', '/guide/%2e%2e/%2e%2e/package.json'])} HTTP/1.1`,
      HOST,
      END,
    ]),
  'headers that are too many': (random) =>
    message([
      'GET / HTTP/1.1',
      HOST,
      ...Array.from({ length: 200 + random.below(3000) }, (_, n) => `x-${n}: ${n}`),
      END,
    ]),
  'a header that is too long': () => message(['GET / HTTP/1.1', HOST, `x: ${'a'.repeat(30_000)}`, END]),
  'a header with bytes that are no text': () =>
    message([`POST ${PATH} HTTP/1.1`, HOST, 'authorization: Bearer \xff\xfe\xe3', 'content-length: 0', END]),
  'a header that is two': () =>
    message([`POST ${PATH} HTTP/1.1`, HOST, 'content-length: 3', 'content-length: 5', FORM, END], 'a=1'),
  'a length and chunks': () =>
    message(
      [`POST ${PATH} HTTP/1.1`, HOST, 'content-length: 3', 'transfer-encoding: chunked', FORM, END],
      '0\r\n\r\nGET /api/x HTTP/1.1\r\n\r\n',
    ),
  'a length that is none': (random) =>
    message(
      [
        `POST ${PATH} HTTP/1.1`,
        HOST,
        `content-length: ${random.pick(['-1', 'x', '1e3', '99999999999999999999', ' '])}`,
        FORM,
        END,
      ],
      'a=1',
    ),
  'a body that is too long': () =>
    message([`POST ${PATH} HTTP/1.1`, HOST, `content-length: ${300 * 1024}`, FORM, END], 'a'.repeat(300 * 1024)),
  'chunks that are none': (random) =>
    message(
      [`POST ${PATH} HTTP/1.1`, HOST, 'transfer-encoding: chunked', FORM, END],
      random.pick(['zz\r\n', 'ffffffffffffffff\r\na', '3\r\nab\r\n0\r\n\r\n', '-1\r\n\r\n']),
    ),
  'a body of another kind': (random) =>
    message(
      [
        `POST ${PATH} HTTP/1.1`,
        HOST,
        `content-type: ${random.pick(['application/json', 'multipart/form-data; boundary=x', 'text/plain', 'application/x-www-form-urlencoded; charset=utf-16', 'a', '', 'application/x-www-form-urlencoded\x00'])}`,
        'content-length: 7',
        END,
      ],
      '{"a":1}',
    ),
  'a coding that nobody offered': (random) =>
    message(
      [
        `POST ${PATH} HTTP/1.1`,
        HOST,
        `content-encoding: ${random.pick(['gzip', 'br', 'x'])}`,
        FORM,
        'content-length: 3',
        END,
      ],
      'a=1',
    ),
  'an expectation': () =>
    message([`POST ${PATH} HTTP/1.1`, HOST, 'expect: 200-ok', FORM, 'content-length: 3', END], 'a=1'),
  'another protocol': (random) =>
    message([
      'GET / HTTP/1.1',
      HOST,
      `upgrade: ${random.pick(['websocket', 'h2c'])}`,
      'connection: upgrade',
      'sec-websocket-key: eA==',
      'sec-websocket-version: 13',
    ]),
  'HTTP/2': () => Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  TLS: () => Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03]),
  'several requests at once': () =>
    Buffer.concat([
      ...Array.from({ length: 20 }, () =>
        message([`POST ${PATH} HTTP/1.1`, HOST, FORM, 'content-length: 10'], 'param=demo'),
      ),
      message(['GET /api/AdminLogin/GetAliveServer HTTP/1.1', HOST, END]),
    ]),
  'other methods': (random) =>
    message([
      `${random.pick(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'HEAD', 'CONNECT'])} ${PATH} HTTP/1.1`,
      HOST,
      END,
    ]),
};

/** Half of what is sent is left standing for a moment and then given up. */
const GIVE_UP_MS = 300;
const WAIT_MS = 20_000;

export interface RawHeard {
  /** Of each answer that came. */
  statuses: number[];
  text: string;
  ms: number;
  /** It neither answered nor hung up. */
  isLeftOpen: boolean;
}

export async function sendRaw(port: number, bytes: Buffer, isHalf: boolean): Promise<RawHeard> {
  const began = performance.now();
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  let isLeftOpen = false;
  socket.on('error', () => {});
  socket.on('data', (chunk) => chunks.push(chunk));
  const closed = once(socket, 'close');
  socket.write(isHalf ? bytes.subarray(0, Math.ceil(bytes.length / 2)) : bytes);
  const patience = setTimeout(
    () => {
      isLeftOpen = !isHalf && chunks.length === 0;
      socket.destroy();
    },
    isHalf ? GIVE_UP_MS : WAIT_MS,
  );
  // Whoever has said everything waits for no more: what is no whole request is told so then.
  if (!isHalf) socket.end();
  await closed;
  clearTimeout(patience);
  const text = Buffer.concat(chunks).toString('utf8');
  const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
  return { statuses, text, ms: performance.now() - began, isLeftOpen };
}
