// The examinations of a day with a box and a count for each; by keyboard they are one stop, in which the arrows lead on.
import { type KeyboardEvent, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import type { Room } from './contract-rooms.ts';
import type { RoomSheet } from './room-sheets.ts';
import styles from './rooms-list.module.css';

const PARTS: readonly (readonly [title: string, kinds: readonly Room['kind'][]])[] = [
  ['予約枠', ['frame']],
  ['オプション', ['group', 'option']],
  ['検査項目', ['item']],
];

/** Courses have many examinations: so many are seen at first. */
const FIRST_ITEMS = 6;

interface RoomsListProps {
  sheets: readonly RoomSheet[];
  ticked: ReadonlySet<string>;
  onTick(key: string, isTicked: boolean): void;
  /** Shows its list as paper. */
  onShow(key: string): void;
}

const boxesIn = (list: HTMLElement) => [...list.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')];

export function RoomsList({ sheets, ticked, onTick, onShow }: RoomsListProps) {
  const [at, setAt] = useState<string | null>(null);
  const [isUnfolded, setUnfolded] = useState(false);
  const items = sheets.filter(({ room }) => room.kind === 'item');
  const seen = new Set(items.filter(({ key }, place) => isUnfolded || place < FIRST_ITEMS || ticked.has(key)));
  const folded = items.length - seen.size;
  const shown = sheets.filter((sheet) => sheet.room.kind !== 'item' || seen.has(sheet));
  const stop = shown.find(({ key }) => key === at)?.key ?? shown[0]?.key;

  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const boxes = boxesIn(event.currentTarget);
    const place = boxes.indexOf(event.target as HTMLInputElement);
    if (place < 0) return;
    event.preventDefault();
    boxes[place + step]?.focus();
  };

  return (
    <Panel title="検査" aside={<span>{shown.filter(({ key }) => ticked.has(key)).length} を選択</span>} flush>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the boxes in it */}
      <div className={styles.list} onKeyDown={move}>
        {PARTS.map(([title, kinds]) => {
          const rows = shown.filter(({ room }) => kinds.includes(room.kind));
          if (rows.length === 0) return null;
          return (
            <fieldset key={title}>
              <legend>{title}</legend>
              {rows.map(({ key, room, rows: people }) => (
                <label key={key} data-kind={room.kind} data-ticked={ticked.has(key) ? '' : undefined}>
                  <input
                    type="checkbox"
                    checked={ticked.has(key)}
                    tabIndex={key === stop ? 0 : -1}
                    onFocus={() => setAt(key)}
                    onChange={({ target }) => onTick(key, target.checked)}
                    onKeyDown={(event) => {
                      if (event.key === 'Enter') onShow(key);
                    }}
                  />
                  <span>{room.name}</span>
                  <span className={styles.count}>
                    {people.length}
                    <span className="visually-hidden"> 名</span>
                  </span>
                </label>
              ))}
            </fieldset>
          );
        })}
        {(folded > 0 || isUnfolded) && (
          <Button kind="plain" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
            {isUnfolded ? '検査項目をたたむ' : `ほか ${folded} 項目`}
          </Button>
        )}
      </div>
    </Panel>
  );
}
