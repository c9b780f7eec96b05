// The list of guards as docs/reliability.md shows it, between two marks.
import { GUARDS } from './guards.ts';

const [BEGIN, END] = [
  '<!-- guards: written by "npm run generate" from tests/attacks/guards.ts -->',
  '<!-- end of guards -->',
];

export function withGuards(document: string): string {
  const rows = GUARDS.map(({ guard, file, test, named }) => `| ${guard} | \`${file}\` | \`${test}\`: ${named} ... |`);
  const list = ['| guard | taken out of | test that fails then |', '|---|---|---|', ...rows].join('\n');
  const [before = '', rest = ''] = document.split(BEGIN);
  const [, after = ''] = rest.split(END);
  return rest === '' ? document : `${before}${BEGIN}\n\n${list}\n\n${END}${after}`;
}
