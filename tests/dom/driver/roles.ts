// What an element is called and what it is for whoever cannot see it: roles and accessible names, as far as our screens need them.

import { isTakenAway } from './styles.ts';

const TEXTS = ['text', 'email', 'tel', 'url', 'password', 'date', 'month', 'time'];
const BY_TYPE: Record<string, string> = {
  checkbox: 'checkbox',
  radio: 'radio',
  number: 'spinbutton',
  search: 'searchbox',
  range: 'slider',
};
const BY_TAG: Record<string, string> = {
  article: 'article',
  aside: 'complementary',
  button: 'button',
  caption: 'caption',
  dd: 'definition',
  details: 'group',
  dialog: 'dialog',
  dt: 'term',
  fieldset: 'group',
  footer: 'contentinfo',
  form: 'form',
  header: 'banner',
  hr: 'separator',
  li: 'listitem',
  main: 'main',
  nav: 'navigation',
  ol: 'list',
  option: 'option',
  output: 'status',
  p: 'paragraph',
  progress: 'progressbar',
  search: 'search',
  section: 'region',
  strong: 'strong',
  table: 'table',
  tbody: 'rowgroup',
  textarea: 'textbox',
  tfoot: 'rowgroup',
  thead: 'rowgroup',
  time: 'time',
  tr: 'row',
  ul: 'list',
};
/** What stands in them is their name. */
const NAMED_BY_CONTENT =
  /^(button|cell|checkbox|columnheader|gridcell|heading|link|menuitem|option|radio|row|rowheader|switch|tab|tooltip|treeitem)$/;
/** They are only there for whoever names them. */
const NAMED_ONLY = ['form', 'region'];
const INLINE =
  /^(a|abbr|b|bdi|br|cite|code|em|i|kbd|label|mark|q|ruby|s|small|span|strong|sub|sup|text-phrases|time|u|wbr)$/;

/** All that may have a role. */
const CANDIDATES: Record<string, string> = {
  button: 'button, input, [role="button"]',
  cell: 'td, [role="cell"]',
  checkbox: 'input, [role="checkbox"]',
  combobox: 'select, input, [role="combobox"]',
  dialog: 'dialog, [role="dialog"]',
  heading: 'h1, h2, h3, h4, h5, h6, [role="heading"]',
  link: 'a[href], [role="link"]',
  listitem: 'li, [role="listitem"]',
  radio: 'input, [role="radio"]',
  region: 'section, [role="region"]',
  row: 'tr, [role="row"]',
  table: 'table, [role="table"]',
  textbox: 'input, textarea, [role="textbox"]',
};
export const candidatesFor = (role: string) => CANDIDATES[role] ?? '*';

const tagOf = (element: Element) => element.tagName.toLowerCase();
/** The wide space stays: a pattern may name it. */
export const squeeze = (text: string) => text.replaceAll(/[^\S\u3000]+|\u200b/g, ' ').trim();

export function roleOf(element: Element): string | null {
  const given = element.getAttribute('role');
  if (given) return given;
  const tag = tagOf(element);
  if (tag === 'a') return element.hasAttribute('href') ? 'link' : null;
  if (tag === 'input') {
    const type = element.getAttribute('type') ?? 'text';
    if (type === 'hidden') return null;
    return BY_TYPE[type] ?? (TEXTS.includes(type) ? (element.hasAttribute('list') ? 'combobox' : 'textbox') : 'button');
  }
  if (tag === 'select')
    return element.hasAttribute('multiple') || Number(element.getAttribute('size')) > 1 ? 'listbox' : 'combobox';
  if (tag === 'img') return element.getAttribute('alt') === '' ? null : 'img';
  if (/^h[1-6]$/.test(tag)) return 'heading';
  if (tag === 'td') return element.closest('[role="grid"], [role="treegrid"]') ? 'gridcell' : 'cell';
  if (tag === 'th') return element.getAttribute('scope') === 'row' ? 'rowheader' : 'columnheader';
  if ((tag === 'header' || tag === 'footer') && element.parentElement?.closest('article, aside, main, nav, section'))
    return null;
  const role = BY_TAG[tag] ?? null;
  return role && NAMED_ONLY.includes(role) && nameOf(element) === '' ? null : role;
}

/** Not drawn, or behind a dialog or a fold that is closed. */
export function isHidden(element: Element): boolean {
  if (!element.isConnected) return true;
  for (let at: Element | null = element; at; at = at.parentElement) {
    const tag = tagOf(at);
    if (at.hasAttribute('hidden') || isTakenAway(at) || /^(head|noscript|script|style|template)$/.test(tag))
      return true;
    if (tag === 'dialog' && !at.hasAttribute('open')) return true;
    const fold = at.parentElement;
    if (fold && tagOf(fold) === 'details' && !fold.hasAttribute('open') && tag !== 'summary') return true;
  }
  return false;
}

export const isSilent = (element: Element) => isHidden(element) || element.closest('[aria-hidden="true"]') !== null;

const byIds = (element: Element, attribute: string): Element[] =>
  (element.getAttribute(attribute) ?? '')
    .split(/\s+/)
    .flatMap((id) => (id && element.ownerDocument.getElementById(id)) || []);

/** The labels around it and those that point at it. */
function labelsOf(element: Element): Element[] {
  if (!/^(input|select|textarea|button|output|progress)$/.test(tagOf(element))) return [];
  const around = element.closest('label');
  const pointing = element.id
    ? [...element.ownerDocument.querySelectorAll('label')].filter((label) => label.getAttribute('for') === element.id)
    : [];
  return [...new Set([...pointing, ...(around ? [around] : [])])];
}

/** The texts that label it, each by itself. */
export function labelTexts(element: Element): string[] {
  const pointed = byIds(element, 'aria-labelledby');
  if (pointed.length > 0) return [squeeze(pointed.map((each) => spoken(each)).join(' '))];
  const given = element.getAttribute('aria-label');
  return given ? [squeeze(given)] : labelsOf(element).map((label) => squeeze(spoken(label, element)));
}

/** What is read of it: words, pictures by their names, and controls within a label by what they hold. */
function spoken(element: Element, but?: Element): string {
  let text = '';
  for (const node of element.childNodes) {
    if (node.nodeType === 3) text += node.textContent;
    if (node.nodeType !== 1) continue;
    const child = node as Element;
    if (child === but || child.getAttribute('aria-hidden') === 'true' || child.hasAttribute('hidden')) continue;
    const given = child.getAttribute('aria-label') ?? (tagOf(child) === 'img' ? child.getAttribute('alt') : null);
    const words = given ?? (/^(select|textarea|input)$/.test(tagOf(child)) ? held(child) : spoken(child, but));
    text += INLINE.test(tagOf(child)) ? words : ` ${words} `;
  }
  return text;
}

function held(control: Element): string {
  if (tagOf(control) === 'select') return (control as HTMLSelectElement).selectedOptions[0]?.textContent ?? '';
  const { type, value } = control as HTMLInputElement;
  return type === 'checkbox' || type === 'radio' ? '' : value;
}

export function nameOf(element: Element): string {
  const labels = labelTexts(element);
  if (labels.length > 0) return squeeze(labels.join(' '));
  const tag = tagOf(element);
  if (tag === 'img') return squeeze(element.getAttribute('alt') ?? '');
  if (tag === 'input' && /^(button|submit|reset)$/.test(element.getAttribute('type') ?? ''))
    return (element as HTMLInputElement).value;
  const part = { fieldset: 'legend', table: 'caption', figure: 'figcaption' }[tag];
  const head = part ? [...element.children].find((child) => tagOf(child) === part) : null;
  if (head) return squeeze(spoken(head));
  const role = element.getAttribute('role') ?? (NAMED_ONLY.includes(BY_TAG[tag] ?? '') ? null : roleOf(element));
  const isByContent = role !== null && NAMED_BY_CONTENT.test(role) && !/^(input|select|textarea)$/.test(tag);
  const content = isByContent || tag === 'summary' ? squeeze(spoken(element)) : '';
  return content || squeeze(element.getAttribute('title') ?? element.getAttribute('placeholder') ?? '');
}

export const descriptionOf = (element: Element) =>
  squeeze(
    byIds(element, 'aria-describedby')
      .map((each) => spoken(each))
      .join(' '),
  );

export function isDisabled(element: Element): boolean {
  if (element.getAttribute('aria-disabled') === 'true') return true;
  if (!/^(button|input|select|textarea|option|fieldset)$/.test(tagOf(element))) return false;
  if (element.hasAttribute('disabled')) return true;
  return element.parentElement?.closest('fieldset[disabled]') != null;
}
