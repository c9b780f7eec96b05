// The list of guards as docs/reliability.md shows it.
import { GUARDS } from './guards.ts';

export function drawGuards(): string {
  const rows = GUARDS.map(({ guard, file, test, named }) => `| ${guard} | \`${file}\` | \`${test}\`: ${named} ... |`);
  return ['| guard | taken out of | test that fails then |', '|---|---|---|', ...rows].join('\n');
}
