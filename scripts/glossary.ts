// The glossary of the wire, written from the contracts: every call, every code, and what it means.
import type { Call } from '#wire/call.ts';
import type { Meaning } from '#wire/field.ts';

const WHO = { anyone: 'anyone', administrator: 'administrators', examinee: 'logged-in examinees' } as const;

function table(title: string, meanings: readonly Meaning[]): string[] {
  if (meanings.length === 0) return [];
  const cell = (text: string) => text.replaceAll('|', '\\|');
  return [
    '',
    `| ${title} | meaning | form |`,
    '|---|---|---|',
    ...meanings.map(({ code, label, type }) => `| \`${code}\` | ${cell(label)} | ${cell(type)} |`),
  ];
}

export function glossary(calls: readonly Call[]): string {
  const sections = calls.map((call) =>
    [
      `## ${call.method} ${call.path}`,
      '',
      `For ${WHO[call.who]}.`,
      ...table('sends', call.request.meanings),
      ...table('reads', call.reply.meanings),
    ].join('\n'),
  );
  return `${['# Glossary of the wire', 'Written by `npm run generate` from the contracts: do not edit.', ...sections].join('\n\n')}\n`;
}
