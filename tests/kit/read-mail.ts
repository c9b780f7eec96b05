// Reads a mail as a mail program would: its headers, its text and the calendar file that it carries.

export interface ReadMail {
  /** By lower-case name, decoded. */
  headers: Map<string, string>;
  text: string;
  calendar: string | null;
  /** The longest line as it travels. */
  longestLine: number;
}

const decodeWords = (value: string) =>
  value
    .replaceAll(/(\?=)\s+(=\?)/g, '$1$2')
    .replaceAll(/=\?UTF-8\?B\?([^?]*)\?=/gi, (_, base64: string) => Buffer.from(base64, 'base64').toString('utf8'));

function readPart(part: string): { headers: Map<string, string>; body: string } {
  const [head = '', ...rest] = part.split(/\r?\n\r?\n/);
  const lines = head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const headers = new Map<string, string>();
  for (const line of lines) {
    const at = line.indexOf(':');
    const name = line.slice(0, at).toLowerCase();
    if (headers.has(name)) throw new Error(`two headers ${name}`);
    headers.set(name, decodeWords(line.slice(at + 1).trim()));
  }
  const body = rest.join('\r\n\r\n');
  const isBase64 = headers.get('content-transfer-encoding') === 'base64';
  return { headers, body: isBase64 ? Buffer.from(body, 'base64').toString('utf8') : body };
}

export function readMail(raw: string): ReadMail {
  const longestLine = Math.max(...raw.split(/\r?\n/).map((line) => Buffer.byteLength(line)));
  const whole = readPart(raw);
  const boundary = /boundary="([^"]+)"/.exec(whole.headers.get('content-type') ?? '')?.[1];
  const parts = boundary
    ? raw
        .split(`--${boundary}`)
        .slice(1, -1)
        .map((part) => readPart(part.trimStart()))
    : [whole];
  const find = (type: string) => parts.find(({ headers }) => headers.get('content-type')?.startsWith(type))?.body;
  return {
    headers: whole.headers,
    text: (find('text/plain') ?? '').replaceAll('\r\n', '\n'),
    calendar: find('text/calendar') ?? null,
    longestLine,
  };
}
