// The day's reception: the field for numbers and names, how many have come, and everybody who is booked.
import { useEffect, useState } from 'react';
import { saveLines } from '#backoffice/files/cp932.ts';
import { AmendDialog } from '#backoffice/reservations/amend/amend-dialog.tsx';
import type { ReceptionRow } from '#backoffice/shared/contract-reception.ts';
import { FlagLegend } from '#backoffice/shared/flags.tsx';
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { openLabelsOf, openSlipsOf, receptionOn, STARTED, startPhoneBooking } from '#backoffice/shared/open-screens.ts';
import { PollingNotice } from '#backoffice/shared/polling-notice.tsx';
import { formatMinute } from '#domain/calendar/clock.ts';
import { addDays } from '#domain/calendar/plain-date.ts';
import { MOST_DAYS_BACK } from '#domain/reservation/reservation-status.ts';
import { OFFICE } from '#web/addresses.ts';
import { useOpenNotice } from '#web/open-notice.ts';
import { PageHead } from '#web/page-head.tsx';
import { send } from '#web/send.ts';
import { useMay } from '#web/session.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { Loading, Notice } from '#web/ui/notice.tsx';
import { useOnce } from '#web/use-save.ts';
import { downloadReception, NOBODY_BOOKED } from './contract.ts';
import { DayBar, DayChips } from './day-bar.tsx';
import { DayList } from './day-list.tsx';
import { type ChipName, isIn, isLate, showSlots, useDeskTime } from './desk.ts';
import { PrintedDay, PrintList } from './print-list.tsx';
import styles from './reception-screen.module.css';
import { ScanBar } from './scan-bar.tsx';
import { TallyBar } from './tally-bar.tsx';
import { useDay } from './use-day.ts';
import { useDesk } from './use-desk.ts';
import { useField } from './use-field.ts';

const TITLE = '当日受付';

export function ReceptionScreen() {
  const dialogs = useDialogs();
  const may = useMay('reception');
  const { once } = useOnce();
  const openNotice = useOpenNotice();
  const { shown, isLoading, ask, open, polling } = useDay();
  const day = shown?.day ?? null;
  const desk = useDesk(day?.date ?? null, ask, polling.now);
  const field = useField(day, desk);
  const { found, focus } = field;
  const [amended, setAmended] = useState<ReceptionRow | null>(null);
  const time = useDeskTime(shown?.shift ?? 0);
  const [chip, setChip] = useState<ChipName>('all');
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const [printedAt, setPrintedAt] = useState<string | null>(null);

  const { message } = desk;
  const isThere = day !== null && printedAt === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it gets the focus back after every act
  useEffect(() => {
    if (isThere) focus();
  }, [isThere, message, day?.date]);

  if (!day || !shown) return <Loading />;

  const crumbs = ['予約管理'];
  if (printedAt !== null) {
    return <PrintList day={day} printedAt={printedAt} crumbs={[...crumbs, TITLE]} onBack={() => setPrintedAt(null)} />;
  }

  const isToday = day.date === time.today;
  const isToCome = day.date > time.today;
  const isAmendable = !isToCome && day.date >= addDays(time.today, -MOST_DAYS_BACK);
  const amend = (row: ReceptionRow | null) => {
    if (row && isAmendable && row.reception !== 'no_show') setAmended(row);
  };
  const here = receptionOn(OFFICE.reception, isToday ? null : day.date);
  const rest = day.rows.filter((row) => isIn('coming', row));
  const absent = day.rows.filter(({ reception }) => reception === 'no_show').map(({ number }) => number);
  // By slot and kana, as the list stands.
  const expected = day.rows.filter(({ reception }) => reception !== 'no_show').map(({ number }) => number);
  const slots = showSlots(day, { chip, unfolded, found: found.numbers, minute: time.minute, isToday });
  const listed = {
    numbers: day.rows.map(({ number }) => number),
    list: { name: TITLE, path: here, rows: TITLE },
  };

  const save = () =>
    once(() =>
      dialogs.attempt(async () => {
        desk.showMessage({ kind: 'note', text: saveLines(await send(downloadReception, { date: day.date })) });
      }),
    );
  const fold = (key: string) =>
    setUnfolded((before) => {
      const after = new Set(before);
      if (!after.delete(key)) after.add(key);
      return after;
    });

  return (
    <div className={styles.screen}>
      <PageHead
        title={TITLE}
        crumbs={crumbs}
        tools={
          <>
            {may && (
              <LinkButton
                kind="quiet"
                to={OFFICE.phoneBooking}
                state={STARTED}
                onFollow={() => startPhoneBooking({ isAtCounter: true })}
                icon="plus"
              >
                窓口で予約をとる
              </LinkButton>
            )}
            {polling.state === 'on' && (
              <Row as="span" inline gap="1-half" tone="soft" className={styles.live}>
                自動更新中
              </Row>
            )}
            {day.rows.length > 0 && (
              <>
                {expected.length > 0 && (
                  <>
                    <LinkButton
                      kind="quiet"
                      to={OFFICE.slips}
                      onFollow={() => openSlipsOf(expected, here)}
                      icon="print"
                    >
                      受診票（全員）
                    </LinkButton>
                    <LinkButton
                      kind="quiet"
                      to={OFFICE.labels}
                      onFollow={() => openLabelsOf(expected, here)}
                      icon="print"
                    >
                      ラベル
                    </LinkButton>
                  </>
                )}
                <Button
                  kind="quiet"
                  onClick={() => setPrintedAt(formatMinute(new Date(Date.now() + shown.shift)))}
                  icon="print"
                >
                  一覧を印刷
                </Button>
                {may && (
                  <Button kind="quiet" onClick={save} icon="download">
                    CSV
                  </Button>
                )}
              </>
            )}
          </>
        }
      />
      <DayBar day={day} isToday={isToday} onOpen={open}>
        <DayChips rows={day.rows} chip={chip} onChip={setChip} />
      </DayBar>
      <PollingNotice polling={polling} />
      {shown.openedOn === day.date && time.today > day.date && (
        <Notice>
          日付が変わりました。<Button onClick={() => open(null)}>今日を表示</Button>
        </Notice>
      )}
      {day.rows.length > 0 && <TallyBar day={day} />}
      {day.rows.length > 0 && <PrintedDay day={day} />}
      {isToCome && (
        <Notice className={styles.toCome}>受診日の前です。来院・未受診は、この日になると入力できます。</Notice>
      )}
      {may && (
        <ScanBar field={field} desk={desk} onAmend={() => amend(field.meant())} date={day.date} listed={listed} />
      )}
      <div aria-busy={isLoading} className={styles.list}>
        {day.isClosed && <Notice>休診日です。</Notice>}
        {day.rows.length === 0 ? (
          !day.isClosed && <Notice>{NOBODY_BOOKED}</Notice>
        ) : (
          <DayList
            key={day.date}
            slots={slots}
            found={found.numbers}
            chosen={found.chosen}
            flashing={shown.flashing}
            onMark={may && !isToCome ? (row, to) => void desk.mark(row, to) : null}
            onAmend={may && isAmendable ? amend : null}
            above={message}
            onFold={fold}
            listed={listed}
          />
        )}
      </div>
      {amended && (
        <AmendDialog
          number={amended.number}
          onClose={() => setAmended(null)}
          onDone={(text) => {
            setAmended(null);
            field.change('');
            desk.showMessage({ kind: 'note', text: `${withNarrowBlanks(amended.name)} 様　${text}`, isDone: true });
            polling.now();
          }}
        />
      )}
      <Stack gap="3" tone="soft" className={styles.foot}>
        {may && isLate(day, time) && rest.length > 0 && (
          <Button onClick={() => void desk.markOthers(day, rest)}>残り {rest.length} 名を未受診にする</Button>
        )}
        {may && absent.length > 0 && (
          <Button onClick={() => void openNotice({ numbers: absent, text: 'noShow', from: here })} icon="mail">
            未受診の方へ連絡
          </Button>
        )}
        <Row as="p" gap="6" lines="1">
          <FlagLegend without="isNoShow" />
          <span>来院・未受診は予約状況（新規未確認など）を変えません。</span>
        </Row>
      </Stack>
    </div>
  );
}
