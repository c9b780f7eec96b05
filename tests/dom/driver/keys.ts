// What a browser does by itself when somebody presses a key or the pointer: focus, typing, choosing, sending, closing.
import { isDisabled, isHidden } from './roles.ts';

type Win = Window & typeof globalThis;

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable="true"]';
const isFocusable = (element: Element) =>
  element.matches(FOCUSABLE) &&
  !element.hasAttribute('disabled') &&
  !element.closest('fieldset[disabled]') &&
  !element.closest('[inert]');

/** The open dialog on top: nothing outside of it is reached. */
export const topDialog = (document: Document): Element | null =>
  [...document.querySelectorAll('dialog[open]')].at(-1) ?? null;

const active = (document: Document) => (document.activeElement ?? document.body) as HTMLElement;

function moveFocus(win: Win, to: HTMLElement | null): void {
  const before = active(win.document);
  if (before === to) return;
  if (to) to.focus();
  else before.blur();
}

/** Pressed with the pointer. */
export function pressPointer(win: Win, element: HTMLElement): void {
  const send = (type: string) =>
    element.dispatchEvent(
      new win.MouseEvent(type, { bubbles: true, cancelable: true, composed: true, detail: 1 } as MouseEventInit),
    );
  send('pointerdown');
  if (send('mousedown')) {
    let target: Element | null = element;
    while (target && !isFocusable(target)) target = target.parentElement;
    // A label gives it to what it labels, which the click does.
    if (!element.closest('label') || target) moveFocus(win, target as HTMLElement | null);
  }
  send('pointerup');
  send('mouseup');
  if (element.isConnected && !isDisabledByItself(element)) click(element);
}

const isDisabledByItself = (element: Element) =>
  element.hasAttribute('disabled') || element.closest('fieldset[disabled]') !== null;

function click(element: HTMLElement): void {
  const { MouseEvent } = element.ownerDocument.defaultView as Win;
  if (typeof element.click === 'function') element.click();
  else (element as Element).dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
}

/** Past what React has put over it, which keeps the value it knows. */
export function putValue(win: Win, element: HTMLElement, text: string): void {
  const { prototype } =
    element.tagName === 'TEXTAREA'
      ? win.HTMLTextAreaElement
      : element.tagName === 'SELECT'
        ? win.HTMLSelectElement
        : win.HTMLInputElement;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, text);
}

export function type(win: Win, element: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  putValue(win, element, text);
  element.dispatchEvent(new win.InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
}

const isText = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  element.tagName === 'TEXTAREA' ||
  (element.tagName === 'INPUT' && !/^(checkbox|radio|button|submit|file)$/.test((element as HTMLInputElement).type));

/** "Enter", "Control+Enter", "a". */
export function pressKey(win: Win, combination: string): void {
  const parts = combination.length > 1 ? combination.split('+') : [combination];
  const name = parts.at(-1) || '+';
  const has = (modifier: string) =>
    parts.slice(0, -1).includes(modifier) || (modifier === 'Control' && parts.includes('ControlOrMeta'));
  const init = {
    key: name === 'Space' ? ' ' : name,
    code: name,
    bubbles: true,
    cancelable: true,
    ctrlKey: has('Control'),
    shiftKey: has('Shift'),
    altKey: has('Alt'),
    metaKey: has('Meta'),
  };
  const target = active(win.document);
  const isOurs = target.dispatchEvent(new win.KeyboardEvent('keydown', init));
  if (isOurs && !init.ctrlKey && !init.altKey && !init.metaKey)
    doByKey(win, active(win.document), init.key, init.shiftKey);
  active(win.document).dispatchEvent(new win.KeyboardEvent('keyup', init));
}

function doByKey(win: Win, target: HTMLElement, key: string, isShift: boolean): void {
  const isButton = target.matches('button, summary');
  if (key === 'Tab') moveFocus(win, nextStop(win.document, target, isShift));
  else if (key === 'Escape') closeByEscape(win);
  else if (key === 'Enter' && (isButton || target.matches('a[href]'))) click(target);
  else if (key === ' ' && (isButton || target.matches('[type="checkbox"], [type="radio"]'))) click(target);
  else if (key.startsWith('Arrow')) byArrow(win, target, /Down|Right/.test(key) ? 1 : -1);
  else if (isText(target) && !target.readOnly) typeKey(win, target, key);
}

function typeKey(win: Win, target: HTMLInputElement | HTMLTextAreaElement, key: string): void {
  if (key === 'Enter' && target.tagName === 'INPUT') sendForm(target as HTMLInputElement);
  else if (key === 'Enter') type(win, target, `${target.value}\n`);
  else if (key === 'Backspace') type(win, target, target.value.slice(0, -1));
  else if (key.length === 1) type(win, target, target.value + key);
}

function sendForm({ form }: HTMLInputElement): void {
  if (!form) return;
  const { Event } = form.ownerDocument.defaultView as Win;
  form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
}

function closeByEscape(win: Win): void {
  const box = topDialog(win.document) as HTMLDialogElement | null;
  if (box?.dispatchEvent(new win.Event('cancel', { cancelable: true }))) box.close();
}

function byArrow(win: Win, target: HTMLElement, step: number): void {
  if (target.tagName === 'SELECT') {
    const list = target as HTMLSelectElement;
    const next = list.options[list.selectedIndex + step];
    if (next) choose(win, list, next);
    return;
  }
  if (!target.matches('[type="radio"]')) return;
  const { name, form } = target as HTMLInputElement;
  const group = [...win.document.querySelectorAll<HTMLInputElement>('input[type="radio"]')].filter(
    (each) => each.name === name && each.form === form && !isDisabled(each),
  );
  const next = group[(group.indexOf(target as HTMLInputElement) + step + group.length) % group.length];
  next?.focus();
  next?.click();
}

export function choose(win: Win, list: HTMLSelectElement, option: HTMLOptionElement): void {
  putValue(win, list, option.value);
  list.selectedIndex = [...list.options].indexOf(option);
  for (const event of ['input', 'change']) list.dispatchEvent(new win.Event(event, { bubbles: true }));
}

/** Of a group of radios it is the chosen one; nothing is reached behind a dialog. */
function nextStop(document: Document, from: HTMLElement, isBack: boolean): HTMLElement | null {
  const stops = [...(topDialog(document) ?? document.body).querySelectorAll<HTMLElement>(FOCUSABLE)].filter((each) => {
    if (each.tabIndex < 0 || !isFocusable(each) || isHidden(each)) return false;
    if (!each.matches('[type="radio"]') || each === from) return true;
    const { name, form, checked } = each as HTMLInputElement;
    const chosen = [...document.querySelectorAll<HTMLInputElement>('[type="radio"]')].some(
      (other) => other.name === name && other.form === form && other.checked,
    );
    return checked || !chosen;
  });
  const at = stops.indexOf(from);
  if (at >= 0) return stops[at + (isBack ? -1 : 1)] ?? null;
  const after = stops.find((each) => from.compareDocumentPosition(each) & 4);
  const before = stops.findLast((each) => from.compareDocumentPosition(each) & 2);
  return (isBack ? before : after) ?? stops[0] ?? null;
}
