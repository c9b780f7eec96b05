// Saves the file of a day, and says so.
import { encodeLines } from '#backoffice/files/cp932.ts';
import { saveFile } from '#web/save-file.ts';
import type { Reply } from '#wire/call.ts';
import type { downloadReception } from './contract.ts';

/** Some characters have no place in the file: how many became 〓 is said too. */
export function saveLines({ fileName, header, lines }: Reply<typeof downloadReception>): string {
  const { bytes, lost } = encodeLines([header, ...lines]);
  saveFile({ fileName, file: new Blob([bytes], { type: 'text/csv' }) });
  const count = [...lost.values()].reduce((sum, one) => sum + one, 0);
  return `${fileName} を保存しました${count > 0 ? `（CSVで表せない ${count} 文字を〓にしました）` : ''}。`;
}
