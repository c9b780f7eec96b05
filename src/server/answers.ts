// Answers on their way out: calls' own, and those to what never became a call.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { PassThrough, pipeline, type Writable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, createGzip, gzip } from 'node:zlib';
import { type Answer, failureBody } from '#wire/call.ts';
import { codeOf, FAULT, Failure } from '#wire/failure.ts';
import { writeAnswer } from '#wire/shared.ts';

export const API_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/** Asks a front server (nginx) to pass on what comes as it comes. */
const UNBUFFERED = ['x-accel-buffering', 'no'] as const;

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  // Files are encoded in a worker, which is a script of ours too.
  "worker-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** On every answer where people reach the service by https: their browsers then never ask without it, nor names below its own. */
export const HSTS = 'max-age=31536000; includeSubDomains';

/** The page behind the links in invitations: its address is a key, which no other site may learn. */
export const NO_REFERRER_PATH = '/CommonUnsubscribe/';

export const PAGE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'x-frame-options': 'DENY',
} as const;

const compress = promisify(gzip);
const COMPRESS_FROM = 2048;
const PLAIN_HEADERS = Object.entries(API_HEADERS).flat();
const PIECES_HEADERS = [...PLAIN_HEADERS, ...UNBUFFERED];
const GZIP_HEADERS = [...PLAIN_HEADERS, 'content-encoding', 'gzip', 'vary', 'accept-encoding'];

const GZIP_PIECES_HEADERS = [...GZIP_HEADERS, ...UNBUFFERED];

/** An answer and its headers in one write. Never throws: what cannot be sent ends the connection. */
export function sendAnswer(response: ServerResponse, { status, body }: Answer): void {
  const giveUp = () => response.destroy();
  try {
    const written = writeAnswer(body);
    if (typeof written !== 'string' || written.length >= COMPRESS_FROM) {
      sendLong(response, status, written).catch(giveUp);
      return;
    }
    const length = String(Buffer.byteLength(written));
    response.writeHead(status, [...PLAIN_HEADERS, 'content-length', length]).end(written);
  } catch {
    giveUp();
  }
}

async function sendLong(response: ServerResponse, status: number, written: string | Uint8Array): Promise<void> {
  // Node writes a long string of Japanese to the socket far slower than it makes bytes of it.
  const bytes = typeof written === 'string' ? Buffer.from(written) : written;
  // Lists shrink to a tenth at the fastest level; more effort would cost the server more than it saves the line.
  const isSmaller = bytes.length >= COMPRESS_FROM && acceptsEncoding('gzip', response.req.headers['accept-encoding']);
  const content = isSmaller ? await compress(bytes, { level: 1 }) : bytes;
  const headers = isSmaller ? GZIP_HEADERS : PLAIN_HEADERS;
  response.writeHead(status, [...headers, 'content-length', String(content.length)]).end(content);
}

const MOST_AHEAD = 8 * 1024 * 1024;

interface BegunAnswer {
  out: Writable;
  /** Bytes that were made of it so far, and those of them that have left the service. */
  bytes: { made: number; left: number };
}

export function beginAnswer(response: ServerResponse): BegunAnswer {
  const bytes = { made: 0, left: 0 };
  const ahead = new PassThrough({
    highWaterMark: MOST_AHEAD,
    transform(chunk: Buffer, _encoding, done) {
      bytes.made += chunk.length;
      done(null, chunk);
    },
  });
  ahead.on('data', (chunk: Buffer) => {
    bytes.left += chunk.length;
  });
  // Whoever waits for the answer to end hears of it from the response.
  const ignore = () => {};
  if (!acceptsEncoding('gzip', response.req.headers['accept-encoding'])) {
    response.writeHead(200, PIECES_HEADERS);
    pipeline(ahead, response, ignore);
    return { out: ahead, bytes };
  }
  response.writeHead(200, GZIP_PIECES_HEADERS);
  const compressing = createGzip({ level: 1, flush: constants.Z_SYNC_FLUSH });
  pipeline(compressing, ahead, response, ignore);
  return { out: compressing, bytes };
}

/** By what RFC 9110 (12.5.3) says: a coding's own entry counts, else that of `*`, and a weight of 0 is a no. */
export function acceptsEncoding(wanted: 'gzip' | 'br', header = ''): boolean {
  const entries = header.split(',').map((entry) => {
    const [coding = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    return { coding, isWanted: !weight || Number(weight.slice(2)) > 0 };
  });
  const ours = entries.find(({ coding }) => coding === wanted || coding === `x-${wanted}`);
  return (ours ?? entries.find(({ coding }) => coding === '*'))?.isWanted ?? false;
}

const FAULT_SENTENCE = 'システムエラーが発生しました。しばらく待ってからもう一度お試しください。';

const refuse = (status: number): Answer => ({
  status,
  body: failureBody(FAULT.errorCode, ['送信された内容を受け付けられません。']),
});

export function answerUnexpected(error: unknown): Answer {
  if (error instanceof Failure) {
    const { status, errorCode } = codeOf(error.name);
    return { status, body: failureBody(errorCode, error.sentences) };
  }
  const status = (error as { statusCode?: number }).statusCode ?? FAULT.status;
  if (status >= 400 && status < 500) return refuse(status);
  return { status: FAULT.status, body: failureBody(FAULT.errorCode, [FAULT_SENTENCE]) };
}

const STATUS_OF: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** To what is no HTTP, too much of it, or never came to its end: there is nothing but the socket to answer on. */
export function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  if (error.code !== 'ECONNRESET' && socket.writable) {
    const status = STATUS_OF[error.code ?? ''] ?? '400 Bad Request';
    const text = JSON.stringify(refuse(Number.parseInt(status, 10)).body);
    const headers = { ...API_HEADERS, 'content-length': Buffer.byteLength(text), connection: 'close' };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    socket.write([`HTTP/1.1 ${status}`, ...lines, '', text].join('\r\n'));
  }
  socket.destroy(error);
}

/** Node knows one expectation, and would refuse others without a word. */
export const refuseExpectation = (response: ServerResponse) => sendAnswer(response, refuse(417));
