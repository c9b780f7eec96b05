// The headers that keep a browser from doing more with an answer than it should, written once rather than per request.

const PAGE_COMMON = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Answers of calls: nothing to render, nothing to keep. */
export const API_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/** Tells a front server (nginx) to pass on what comes as it comes. */
export const UNBUFFERED = ['x-accel-buffering', 'no'] as const;

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

/** The page behind the links in invitations: its address is a key, which no other site may be told. */
export const NO_REFERRER_PATH = '/CommonUnsubscribe/';

/** Pages and their files. */
export const PAGE_HEADERS = {
  ...PAGE_COMMON,
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'x-frame-options': 'DENY',
} as const;
