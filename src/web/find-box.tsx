// The search box in the bar: from every page of the back office to anybody who was ever booked for.

import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { OFFICE } from './addresses.ts';
import styles from './find-box.module.css';
import { createPreference } from './preferences.ts';
import { useMay } from './session.ts';
import { createStore } from './store.ts';
import { Button } from './ui/button.tsx';
import { useDialogs } from './ui/dialogs.tsx';
import { Form } from './ui/form-element.tsx';
import { Icon } from './ui/icon.tsx';
import { Row } from './ui/layout.tsx';
import { askToLeave, FORCED, hasUnsaved } from './use-unsaved.ts';

/** What staff look for: the box and the screen of the search know each other by this. */
export interface FindText {
  text: string;
  /** Goes on with every search, also for the same text. */
  round: number;
}

/** Named below the office's session, so that it goes with the log-out. No address ever holds it. */
export const findText = createStore<FindText>('office/find', { text: '', round: 0 });

/** To be called before going to the search. */
export const lookFor = (text: string) => findText.set({ text, round: findText.get().round + 1 });

/** Keys of one letter must be possible to switch off: whoever speaks to the machine may press them unawares. */
const letterKeys = createPreference<boolean>('find-slash', true);

const EXAMPLES = [
  ['カナ', 'さとう'],
  ['氏名', '佐藤'],
  ['予約番号', '100048251'],
  ['患者番号', 'K-204118'],
  ['電話番号', '090-0000-4821、下4桁 4821'],
  ['生年月日', 'S49.3.8'],
  ['メール', 'akiko@example.jp、akiko'],
  ['組み合わせ', 'さとう S49.3.8'],
] as const;

const TYPED_INTO =
  'textarea, select, [contenteditable], input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=file])';
const isTypedInto = (target: EventTarget | null) => target instanceof Element && target.matches(TYPED_INTO);

/** Ctrl+K from anywhere; keys of one letter where nothing is being typed. */
function errandOf(event: globalThis.KeyboardEvent, pathname: string): 'find' | 'book' | 'keys' | null {
  if (event.isComposing || document.querySelector('dialog[open]')) return null;
  const hasHelp = event.ctrlKey || event.metaKey;
  if (hasHelp && !event.shiftKey && !event.altKey) return event.key.toLowerCase() === 'k' ? 'find' : null;
  if (hasHelp || event.altKey || !letterKeys.get() || isTypedInto(event.target)) return null;
  if (event.key === '/') return 'find';
  // There, letters are its field's.
  if (pathname === OFFICE.reception) return null;
  return event.key === 'n' ? 'book' : event.key === '?' ? 'keys' : null;
}

/** Where the search is, it keeps its text; elsewhere it is empty. */
export function FindBox() {
  const navigate = useNavigate();
  const dialogs = useDialogs();
  const { pathname } = useLocation();
  const asked = findText.use();
  const shownText = pathname === OFFICE.find ? asked.text : '';
  const [draft, setDraft] = useState(shownText);
  /** Where there is no room for it, it opens by its icon. */
  const [isOpen, setOpen] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const hasLetterKeys = letterKeys.use();
  const mayBook = useMay('reception');
  const input = useRef<HTMLInputElement>(null);
  const cameFrom = useRef<EventTarget | null>(null);
  const helpId = useId();

  // biome-ignore lint/correctness/useExhaustiveDependencies: with every page, and with every search
  useEffect(() => {
    setDraft(shownText);
    setOpen(false);
  }, [pathname, shownText, asked.round]);

  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      const errand = errandOf(event, pathname);
      if (!errand || (errand === 'book' && (!mayBook || pathname === OFFICE.phoneBooking))) return;
      event.preventDefault();
      if (errand === 'book') return void navigate(OFFICE.phoneBooking);
      if (errand === 'keys') return void showKeys();
      setOpen(true);
      input.current?.focus();
      input.current?.select();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });

  async function showKeys() {
    const { KeyList } = await import('./key-list.tsx');
    await dialogs.show({ title: 'キー操作', lead: 'キーでできること', details: <KeyList pathname={pathname} /> });
  }

  function open() {
    setOpen(true);
    input.current?.focus();
  }

  function giveBack(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    setDraft(shownText);
    setOpen(false);
    const { current } = cameFrom;
    const back = current instanceof HTMLElement && current.isConnected && current !== document.body ? current : null;
    input.current?.blur();
    (back ?? document.querySelector<HTMLElement>('#main h1'))?.focus();
  }

  async function search() {
    if (draft.trim() === '') return;
    if (hasUnsaved() && !(await askToLeave(dialogs, '移動'))) return;
    lookFor(draft);
    if (pathname !== OFFICE.find) navigate(OFFICE.find, { state: FORCED });
  }

  const isWithin = ({ currentTarget, relatedTarget }: FocusEvent) =>
    relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
  const enter = (event: FocusEvent) => {
    if (!isWithin(event)) cameFrom.current = event.relatedTarget;
    setFocused(true);
  };
  const leave = (event: FocusEvent) => {
    if (isWithin(event)) return;
    setFocused(false);
    setOpen(false);
  };
  const hasHelp = isFocused && draft === '';
  return (
    <Row
      as="search"
      wrap={false}
      push
      className={styles.place}
      data-open={isOpen ? '' : undefined}
      onFocus={enter}
      onBlur={leave}
      onKeyDown={giveBack}
    >
      <Button kind="plain" className={styles.opener} data-hide="wide" aria-label="受診者検索を開く" onClick={open}>
        <Icon name="search" />
      </Button>
      <Form className={styles.box} data-ring="within" onSubmit={() => void search()}>
        <Icon name="search" />
        <input
          ref={input}
          type="search"
          aria-label="受診者検索"
          aria-describedby={hasHelp ? helpId : undefined}
          placeholder="カナ・氏名・番号・電話・生年月日"
          autoComplete="off"
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
        />
        {hasLetterKeys && <kbd data-hide="compact">/</kbd>}
      </Form>
      {hasHelp && (
        <div className={styles.help}>
          <dl id={helpId}>
            {EXAMPLES.map(([kind, example]) => (
              <div key={kind}>
                <dt>{kind}</dt>
                <dd>{example}</dd>
              </div>
            ))}
          </dl>
          <label>
            <input type="checkbox" checked={hasLetterKeys} onChange={(event) => letterKeys.set(event.target.checked)} />
            1文字のキー（/ n ?）を使う
          </label>
          <Button kind="plain" onClick={showKeys}>
            キー操作
          </Button>
        </div>
      )}
    </Row>
  );
}
