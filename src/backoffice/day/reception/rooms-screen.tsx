// Who comes to which examination on a day: the lists to choose from, the first chosen as paper, and the way to printer and file.
import { useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { saveLines } from '#backoffice/files/save-lines.ts';
import { readReceptionDate, receptionOn } from '#backoffice/shared/open-reception.ts';
import { openLabelsOf } from '#backoffice/shared/open-slips.ts';
import { OFFICE } from '#web/addresses.ts';
import { PageHead } from '#web/page-head.tsx';
import { send } from '#web/send.ts';
import { useMay } from '#web/session.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { Muted, Stack } from '#web/ui/layout.tsx';
import { DoneLine, Loading, Notice } from '#web/ui/notice.tsx';
import { useLoad } from '#web/use-load.ts';
import { useOnce } from '#web/use-save.ts';
import { shiftOf, useDeskTime } from './clock.ts';
import { NOBODY_BOOKED } from './contract.ts';
import { downloadRooms, openRooms, type RoomDay } from './contract-rooms.ts';
import { DayBar } from './day-bar.tsx';
import { type RoomSheet, sheetsOf, useTicked } from './room-sheets.ts';
import { RoomsList } from './rooms-list.tsx';
import { PrintedRooms, ShownPaper } from './rooms-paper.tsx';
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
