// Texts as they are compared where a part of one is searched for: widths, blanks and capitals folded.
import { lowerAscii } from './characters.ts';

/** As the folded columns of reservations are made in the database, which knows no capitals but those of ASCII either. */
export const foldText = (text: string) => lowerAscii(text.normalize('NFKC').replaceAll(' ', ''));

/** The same for names in kana, which are stored in katakana and may be typed in hiragana. */
export const foldKana = (text: string) =>
  foldText(text).replace(/[ぁ-ゖ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x60));

/** Of what foldKana gives. */
export const toHiragana = (katakana: string) =>
  katakana.replace(/[ァ-ヶ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60));
