// Saves a file whose lines came as an answer, and says so.

import type { csvLines } from '#backoffice/shared/contract-lines.ts';
import { saveFile } from '#web/save-file.ts';
import type { Value } from '#wire/record.ts';
import { encodeLines } from './cp932.ts';

/** Some characters have no place in the file: how many became 〓 is said too. */
export function saveLines({ fileName, header, lines }: Value<typeof csvLines>): string {
  const { bytes, lost } = encodeLines([header, ...lines]);
  saveFile({ fileName, file: new Blob([bytes], { type: 'text/csv' }) });
  const count = [...lost.values()].reduce((sum, one) => sum + one, 0);
  return `${fileName} を保存しました${count > 0 ? `（CSVで表せない ${count} 文字を〓にしました）` : ''}。`;
}
