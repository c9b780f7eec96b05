// What style sheets take away: of all that they say, only whether something is shown at all at this width.

interface Rule {
  selector: string;
  media: string[];
  isNone: boolean;
  /** Of two rules the weightier counts, and of these the later. */
  weight: number;
}

/** By a class that an element must have to be meant; '' where none is named. */
export type Sheet = ReadonlyMap<string, readonly Rule[]>;

const KEYWORD = /(?:^|;)display:([\w-]+)/;

/** Rules as the build writes them: flat but for what begins with an at sign. */
export function readSheet(css: string): Sheet {
  const sheet = new Map<string, Rule[]>();
  const around: string[] = [];
  const text = css.replaceAll(/\/\*[\s\S]*?\*\//g, '');
  for (const [, head = '', body, end] of text.matchAll(/([^{}]*?)(?:\{([^{}]*)\}|\{|(\}))/g)) {
    const words = head.split(';').at(-1)?.trim() ?? '';
    if (end) around.pop();
    else if (body === undefined) around.push(words);
    else if (!words.startsWith('@') && !around.some((each) => /^@(keyframes|supports|container)/.test(each))) {
      const display = KEYWORD.exec(body.replaceAll(/\s/g, ''))?.[1];
      if (display) addRule(sheet, words, around, display === 'none', body.includes('!important'));
    }
  }
  // Where nothing is ever taken away, nothing has to be looked up.
  for (const [key, rules] of sheet) {
    const kept = key === '' ? rules.filter(({ isNone }) => isNone) : rules;
    if (kept.some(({ isNone }) => isNone)) sheet.set(key, kept);
    else sheet.delete(key);
  }
  return sheet;
}

function addRule(
  sheet: Map<string, Rule[]>,
  selectors: string,
  around: readonly string[],
  isNone: boolean,
  isImportant: boolean,
): void {
  const media = around.filter((each) => each.startsWith('@media')).map((each) => each.slice(6).trim());
  const isInLayer = around.some((each) => each.startsWith('@layer'));
  for (const selector of selectors.split(/,(?![^(]*\))/)) {
    if (selector.includes('::')) continue;
    const weight = (isImportant ? 1000 : isInLayer ? 0 : 100) + (selector.match(/[.[:]/g)?.length ?? 0);
    const last = selector.split(/[\s>+~]+/).at(-1) ?? '';
    const key = /\.([\w-]+)/.exec(last.replaceAll(/:(not|is|where|has)\([^)]*\)/g, ''))?.[1] ?? '';
    sheet.set(key, [...(sheet.get(key) ?? []), { selector: selector.trim(), media, isNone, weight }]);
  }
}

const sheets = new WeakMap<Document, Sheet>();
export const putSheet = (document: Document, sheet: Sheet) => sheets.set(document, sheet);

/** Whether the sheet of its document hides the element itself. */
export function isTakenAway(element: Element): boolean {
  const sheet = sheets.get(element.ownerDocument);
  if (!sheet) return false;
  const classes = (element.getAttribute('class') ?? '').split(/\s+/);
  const meant = ['', ...classes].flatMap((key) => sheet.get(key) ?? []).filter((rule) => isMeant(element, rule));
  return (
    meant.reduce<Rule | null>((best, rule) => (best && best.weight > rule.weight ? best : rule), null)?.isNone ?? false
  );
}

function isMeant(element: Element, { selector, media }: Rule): boolean {
  const view = element.ownerDocument.defaultView;
  try {
    return element.matches(selector) && media.every((query) => view?.matchMedia(query).matches);
  } catch {
    // It names what the window does not know.
    return false;
  }
}
