// One line of a CSV file: values joined by commas, quoted where needed, and none that a spreadsheet would run as a formula.

/**
 * Full-width signs too, and the minus that becomes one of them in CP932. Neither blanks nor what the encoding drops keep one
 * from being the first character.
 */
const FORMULA = /^[\s\p{Variation_Selector}]*[=+\-@＝＋－＠\u2212]|^[\t\r]/u;
const LINE_BREAKS = /[\n\v\f\r\u0085\u2028\u2029]+/g;
const NEEDS_QUOTES = /[",]|^\s|\s$/;
/** Most values have none of these anywhere and are done with one look. */
const ORDINARY = /^[^\s",=+\-@＝＋－＠\u2212\u0085\p{Variation_Selector}]*$/u;

export function writeCell(value: string): string {
  if (ORDINARY.test(value)) return value;
  const safe = FORMULA.test(value) ? `'${value}` : value;
  const text = safe.replace(LINE_BREAKS, ' ');
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const writeLine = (values: readonly string[]) => values.map(writeCell).join(',');
