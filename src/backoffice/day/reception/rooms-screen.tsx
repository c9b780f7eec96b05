// Who comes to which examination on a day: the lists to choose from, the first chosen as paper, and the way to printer and file.
import { type KeyboardEvent, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { saveLines } from '#backoffice/files/cp932.ts';
import { openLabelsOf, readReceptionDate, receptionOn } from '#backoffice/shared/open-screens.ts';
import { OFFICE } from '#web/addresses.ts';
import { PageHead } from '#web/page-head.tsx';
import { send } from '#web/send.ts';
import { useMay } from '#web/session.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { Muted, Stack } from '#web/ui/layout.tsx';
import { DoneLine, Loading, Notice } from '#web/ui/notice.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useLoad } from '#web/use-load.ts';
import { useOnce } from '#web/use-save.ts';
import { downloadRooms, NOBODY_BOOKED, openRooms, type Room, type RoomDay } from './contract.ts';
import { DayBar } from './day-bar.tsx';
import { shiftOf, useDeskTime } from './desk.ts';
import { PrintedRooms, type RoomSheet, ShownPaper, sheetsOf, useTicked } from './rooms-paper.tsx';
import styles from './rooms-screen.module.css';

const TITLE = '検査別の一覧';

export function RoomsScreen() {
  const navigate = useNavigate();
  const dialogs = useDialogs();
  const may = useMay('reception');
  const { once } = useOnce();
  const { search, key } = useLocation();
  const {
    data: day,
    isLoading,
    reload,
  } = useLoad(
    openRooms,
    { date: readReceptionDate(search, 'day') },
    // The menu leads to today, also from here and past midnight, when the address stays the same.
    { freshness: key },
  );
  const [onlyArrived, setOnlyArrived] = useState(false);
  const { ticked, tick } = useTicked();
  const [chosen, setChosen] = useState<string | null>(null);
  /** Said of a day as long as it is shown. */
  const [saved, setSaved] = useState<{ day: RoomDay; text: string } | null>(null);
  const shift = useMemo(() => (day ? shiftOf(day, Date.now()) : 0), [day]);
  const time = useDeskTime(shift);
  if (!day) return <Loading />;

  const { now } = day;
  // A page that was left open overnight says that it is not today's.
  const isToday = day.date === time.today;
  const all = sheetsOf(day, onlyArrived);
  const wanted = all.filter((sheet) => ticked.has(sheet.key));
  const sheets = wanted.filter((sheet) => sheet.rows.length > 0);
  const at = Math.max(
    0,
    sheets.findIndex((sheet) => sheet.key === chosen),
  );
  const shownNumbers = sheets[at]?.rows.map(({ number }) => number) ?? [];
  const here = receptionOn(OFFICE.roomList, isToday ? null : day.date, 'day');
  const show = (shown: string) => {
    tick(shown, true);
    setChosen(shown);
  };
  /** The lists that are ticked, with everybody who is awaited. */
  const save = () =>
    once(() =>
      dialogs.attempt(async () => {
        const rooms = wanted.map(({ room: { kind, code } }) => ({ kind, code }));
        setSaved({ day, text: saveLines(await send(downloadRooms, { date: day.date, rooms })) });
      }),
    );

  return (
    <div className={styles.screen}>
      <PageHead
        title={TITLE}
        crumbs={['予約管理']}
        tools={
          <>
            <span role="status">
              {Number(now.hour)}:{now.minute} 現在
            </span>
            <Button kind="plain" onClick={reload} icon="refresh">
              最新にする
            </Button>
            {shownNumbers.length > 0 && (
              <LinkButton
                kind="quiet"
                to={OFFICE.labels}
                onFollow={() => openLabelsOf(shownNumbers, here)}
                icon="print"
              >
                ラベル（{shownNumbers.length} 名）
              </LinkButton>
            )}
            {may && wanted.length > 0 && (
              <Button kind="quiet" onClick={save} icon="download">
                CSV
              </Button>
            )}
            {sheets.length > 0 && (
              <Button kind="primary" onClick={() => window.print()} icon="print">
                {`印刷（${sheets.length} 枚）`}
              </Button>
            )}
          </>
        }
      />
      <DayBar day={day} isToday={isToday} onOpen={(date) => navigate(receptionOn(OFFICE.roomList, date, 'day'))}>
        <label className={styles.arrived}>
          <input type="checkbox" checked={onlyArrived} onChange={({ target }) => setOnlyArrived(target.checked)} />
          来院した方だけ
        </label>
      </DayBar>
      {saved?.day === day && <DoneLine>{saved.text}</DoneLine>}
      {day.isClosed && <Notice>休診日です。</Notice>}
      {day.rows.length === 0 && !day.isClosed && <Notice>{NOBODY_BOOKED}</Notice>}
      {day.rows.length > 0 && (
        <div className={styles.sides} aria-busy={isLoading}>
          <RoomsList sheets={all} ticked={ticked} onTick={tick} onShow={show} />
          <Sheets day={day} sheets={sheets} at={at} isTicked={wanted.length > 0} here={here} />
        </div>
      )}
    </div>
  );
}

interface SheetsProps {
  day: RoomDay;
  sheets: readonly RoomSheet[];
  at: number;
  isTicked: boolean;
  here: string;
}

function Sheets({ day, sheets, at, isTicked, here }: SheetsProps) {
  const shown = sheets[at];
  if (!shown) {
    return <Notice>{isTicked ? '選んだ検査に該当する方はいません。' : '左の一覧から検査を選んでください。'}</Notice>;
  }
  const next = sheets.slice(at + 1).map(({ room, rows }) => `${room.name} ${rows.length} 名`);
  return (
    <Stack gap="3">
      <ShownPaper
        day={day}
        sheet={shown}
        place={`${at + 1}／${sheets.length} 枚目`}
        listed={{
          numbers: shown.rows.map(({ number }) => number),
          list: { name: TITLE, path: here, rows: shown.room.name },
        }}
      />
      <Muted>
        {next.length > 0 && `次の枚：${next.join('、')}。`}
        未受診の方は除きます。
      </Muted>
      <PrintedRooms day={day} sheets={sheets} />
    </Stack>
  );
}

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

function RoomsList({ sheets, ticked, onTick, onShow }: RoomsListProps) {
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
