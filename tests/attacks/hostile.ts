// Texts that do harm where somebody takes them for more than text: markup, formulas, headers, placeholders, statements, marks.

/** Set in a page by whatever of these runs there. */
export const RAN = 'hostileTextRan';

/** Markup, as an attribute, an element, and an address. */
export const MARKUP = [
  `<img src=x onerror="window.${RAN}=1">`,
  `"><script>window.${RAN}=1</script>`,
  `'"/><svg onload=window.${RAN}=1>`,
  `</title></textarea></style><iframe srcdoc="<script>parent.${RAN}=1</script>">`,
  `javascript:window.${RAN}=1//`,
  '&lt;b&gt;&amp;quot;&#x3c;',
];

/** What a spreadsheet would run. */
export const FORMULAS = [
  '=HYPERLINK("http://evil.example/","x")',
  '+cmd|/c calc!A1',
  '-2+3',
  '@SUM(1)',
  '＝1+1',
  ' =1+1',
];

/** What a template would fill in, in ours and in others. */
export const PLACEHOLDERS = ['{{パスワード}}', '{{氏名}}', '{{name}}', '#{7*7}', '<%= 7*7 %>', '%s%n', '{{{{氏名}}}}'];

/** A line break, and what would follow it in a header. */
export const HEADERS = [
  '件名\r\nBcc: victim@evil.example',
  'x\nTo: victim@evil.example',
  'x\r\n\r\nbody',
  'x%0d%0aBcc: a@b.example',
];

const STATEMENTS = [
  "'; drop table reservations; --",
  "' or '1'='1",
  '\\',
  "\\'; select pg_sleep(9); --",
  '%',
  '_',
  '%%%%%%%%',
];

/** What turns text around, hides in it, or ends it early. */
export const MARKS = [
  '\u202egnp.exe',
  'a\u200bb',
  '\u2066x\u2069',
  '\u200e',
  'a\u0000b',
  '\ufeff',
  '\u2028',
  '\u0085',
  '\u001fx',
  '\u007f',
];

const SHAPES = [
  '',
  ' ',
  '　',
  '0',
  '-1',
  '1e309',
  '9007199254740993',
  '99999999999999999999999999',
  '2147483648',
  '-0',
  '0x10',
  '１２',
  '1.5',
  'NaN',
  'null',
  'undefined',
  'true',
  '[object Object]',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '2026/02/30',
  '0000/00/00',
  '9999/12/31',
  '2026-01-01',
  '../../../../etc/passwd',
  'http://127.0.0.1:5432/',
  'ﷺ'.repeat(40),
  'e\u0301'.repeat(60),
  '👨‍👩‍👧‍👦'.repeat(20),
  'Ａ'.repeat(300),
  'x'.repeat(5000),
  'あ'.repeat(20_000),
  '(((((((((((((((((((((((((((((a+)+)+)+)+)+$',
  `a@${'a.'.repeat(120)}a`,
  '0'.repeat(400),
];

export const HOSTILE: readonly string[] = [
  ...MARKUP,
  ...FORMULAS,
  ...PLACEHOLDERS,
  ...HEADERS,
  ...STATEMENTS,
  ...MARKS,
  ...SHAPES,
];

/** Names of fields that mean something to JavaScript. */
export const PROTOTYPE_NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  '__proto__[x]',
  'constructor[prototype][x]',
];

/** Bodies that are no forms, or not well-formed ones: as bytes. */
export const BROKEN_FORMS: readonly Buffer[] = [
  '%',
  '%E3%81',
  '%FF%FE=%C0%AF',
  'a=%ED%A0%80',
  '&&&&====&&&&',
  '='.repeat(5000),
  '[]=1&[0]=2&a[b][c][d]=3&a[99999999999999]=4&a[-1]=5&a[1e9]=6',
  `${'a[0]'.repeat(500)}=1`,
  '{"ircd":"10000001"}',
  '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  '\u0000\u0000\u0000',
]
  .map((text) => Buffer.from(text))
  .concat(Buffer.from([0xff, 0xfe, 0x3d, 0x80]), Buffer.alloc(2000, 0xc3));
