// Fills variables into a template, without leaving traces of those that hold nothing.
import { type MailValues, type MailVariable, type TemplatePart, templateParts } from './mail-variables.ts';

const known = new Map<string, TemplatePart[][]>();
const MOST_KNOWN = 1000;

/** The few templates that are used all day are taken apart once, line by line. */
function linesOf(template: string): TemplatePart[][] {
  let lines = known.get(template);
  if (!lines) {
    if (known.size >= MOST_KNOWN) known.clear();
    lines = template.split('\n').map(templateParts);
    known.set(template, lines);
  }
  return lines;
}

const EMPTY_BRACKETS = /（）|\(\)/g;

/** In one pass: what a person typed is never read as a variable. Null for a line of which nothing would be left but its label. */
function fillParts(parts: readonly TemplatePart[], values: MailValues): string | null {
  let filled = '';
  let [named, empty] = [0, 0];
  for (const { variable, text } of parts) {
    const value = variable === null ? text : (values[variable as MailVariable] ?? '');
    filled += value;
    if (variable === null) continue;
    named++;
    if (value === '') empty++;
  }
  if (empty === 0) return filled;
  return empty === named ? null : filled.replaceAll(EMPTY_BRACKETS, '').trimEnd();
}

/** Lines whose variables are all empty go, and so does one of the two blank lines around them. */
export function fillIn(template: string, values: MailValues): string {
  const lines: string[] = [];
  let isGap = false;
  for (const parts of linesOf(template)) {
    const line = fillParts(parts, values);
    if (line === null) isGap = true;
    else if (!isGap || line !== '' || (lines.at(-1) ?? '') !== '') {
      lines.push(line);
      isGap = false;
    }
  }
  return lines.join('\n');
}

/** For a title, which stays whatever it holds. */
export function fillLine(template: string, values: MailValues): string {
  return linesOf(template)
    .flat()
    .map(({ variable, text }) => (variable === null ? text : (values[variable as MailVariable] ?? '')))
    .join('');
}
