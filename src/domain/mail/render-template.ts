// Fills variables into a template, without leaving traces of those that hold nothing. One function for what is sent and for what is previewed.
import { LruCache } from '#domain/lru-cache.ts';
import { type MailValues, type MailVariable, type TemplatePart, templateParts } from './mail-variables.ts';

type TemplateLines = readonly (readonly TemplatePart[])[];

export const parseTemplate = (template: string): TemplateLines => template.split('\n').map(templateParts);

const EMPTY_BRACKETS = /（）|\(\)/g;

/** In one pass: what a person typed is never read as a variable. */
const fill = (parts: readonly TemplatePart[], values: MailValues): TemplatePart[] =>
  parts.map(({ text, variable }) => ({
    text: variable === null ? text : (values[variable as MailVariable] ?? ''),
    variable,
  }));

/** Without the variables that hold nothing, the brackets that stood around them, and the blanks that are left at the end. */
function withoutTraces(parts: readonly TemplatePart[]): TemplatePart[] {
  const left: TemplatePart[] = [];
  for (const { text, variable } of parts) {
    const last = left.at(-1);
    if (variable === null && last?.variable === null) last.text += text;
    else if (variable === null || text !== '') left.push({ text, variable });
  }
  for (const part of left) if (part.variable === null) part.text = part.text.replaceAll(EMPTY_BRACKETS, '');
  for (let last = left.at(-1); last; last = left.at(-1)) {
    last.text = last.text.trimEnd();
    if (last.text !== '') break;
    left.pop();
  }
  return left;
}

/** Null for a line of which nothing would be left but its label. */
function fillParts(parts: readonly TemplatePart[], values: MailValues): readonly TemplatePart[] | null {
  if (parts.every(({ variable }) => variable === null)) return parts;
  const filled = fill(parts, values);
  const named = filled.filter(({ variable }) => variable !== null);
  const empty = named.filter(({ text }) => text === '');
  if (empty.length === 0) return filled;
  return empty.length === named.length ? null : withoutTraces(filled);
}

/** What a part came from stays known. Lines whose variables are all empty go, and so does one of the two blank lines around them. */
export function renderLines(template: TemplateLines, values: MailValues): (readonly TemplatePart[])[] {
  const lines: (readonly TemplatePart[])[] = [];
  const isBlank = (line: readonly TemplatePart[] = []) => line.every(({ text }) => text === '');
  let isGap = false;
  for (const parts of template) {
    const line = fillParts(parts, values);
    if (line === null) isGap = true;
    else if (!isGap || !isBlank(line) || !isBlank(lines.at(-1))) {
      lines.push(line);
      isGap = false;
    }
  }
  return lines;
}

/** For a title, which stays whatever it holds. */
export const renderTitle = (template: TemplateLines, values: MailValues): TemplatePart[] =>
  fill(template.flat(), values);

export const joinParts = (parts: readonly TemplatePart[]) => parts.reduce((joined, { text }) => joined + text, '');

const known = new LruCache<string, TemplateLines>(1000);

/** The few templates that are used all day are taken apart once. */
const linesOf = (template: string) => known.getOrMake(template, () => parseTemplate(template));

export const renderTemplate = (template: string, values: MailValues) =>
  renderLines(linesOf(template), values).map(joinParts).join('\n');
export const renderLine = (template: string, values: MailValues) => joinParts(renderTitle(linesOf(template), values));
