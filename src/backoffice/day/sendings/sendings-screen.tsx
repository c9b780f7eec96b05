// What is sent to people before their visit: who is due, whose address to look at, what was sent, what came back, and what has changed since.
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Chip } from '#backoffice/shared/chip.tsx';
import { openSendings, type Sending, type SendingChip } from '#backoffice/shared/contract-sendings.ts';
import { readReceptionDate, receptionOn } from '#backoffice/shared/open-reception.ts';
import { useSelection } from '#backoffice/shared/use-selection.ts';
import { today } from '#domain/calendar/clock.ts';
import { OFFICE } from '#web/addresses.ts';
import { PageHead } from '#web/page-head.tsx';
import { useMay } from '#web/session.ts';
import { createStore } from '#web/store.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyBox } from '#web/ui/empty-box.tsx';
import { Row } from '#web/ui/layout.tsx';
import { DoneLine, Loading, Notice } from '#web/ui/notice.tsx';
import { useLoad } from '#web/use-load.ts';
import { DayChoice } from './day-choice.tsx';
import { type Outcome, SendingsBar } from './sendings-bar.tsx';
import { CHIPS, SendingsList } from './sendings-list.tsx';
import styles from './sendings-screen.module.css';

/** Whoever comes back from a reservation finds the list that was open. */
const shownChip = createStore<{ chip: SendingChip }>('office/sendings', { chip: 'due' });
const NO_ROWS: readonly Sending[] = [];

export function SendingsScreen() {
  const navigate = useNavigate();
  const { search, key } = useLocation();
  const { chip } = shownChip.use();
  const until = readReceptionDate(search, 'day');
  const loaded = useLoad(openSendings, { until, chip, numbers: [] }, { freshness: key, onRefused: () => {} });
  const { data, answers, refusal, isLoading, reload } = loaded;
  const isManager = useMay('manager');
  const rows = refusal ? NO_ROWS : (data?.rows ?? NO_ROWS);
  const selection = useSelection(rows);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  if (!data && !refusal) return <Loading />;

  const answered = answers?.chip ?? chip;
  const choose = (next: SendingChip) => {
    setOutcome(null);
    shownChip.set({ chip: next });
  };
  const day = until ?? data?.until ?? today(new Date());
  const year = Number((data?.today ?? day).slice(0, 4));
  const isUsed = data?.sendingDays !== 0;
  return (
    <>
      <PageHead
        title="発送"
        crumbs={['予約管理']}
        tools={
          <>
            {data && isUsed && <span>{`${data.sendingName}　受診日の${data.sendingDays}日前に発送`}</span>}
            <Button kind="plain" onClick={reload} icon="refresh">
              最新にする
            </Button>
          </>
        }
      />
      {!isUsed && (
        <EmptyBox
          text="発送は使わない設定です。"
          isWide
          actions={isManager ? [{ label: '医療機関情報マスタ', to: OFFICE.institution }] : []}
        />
      )}
      {isUsed && (
        <Row gap="3" lines="2" justify="between" below="2">
          <Row as="fieldset" gap="1-half">
            <legend className="visually-hidden">発送の一覧</legend>
            {(Object.keys(CHIPS) as SendingChip[]).map((one) => (
              <Chip
                key={one}
                label={CHIPS[one]}
                count={data?.counts.find((counted) => counted.chip === one)?.count ?? 0}
                isChosen={one === chip}
                onChoose={() => choose(one)}
              />
            ))}
          </Row>
          <DayChoice
            label="この日までに送るもの"
            day={day}
            years={[year - 1, year, year + 1]}
            onChoose={(next) => navigate(receptionOn(OFFICE.sendings, next, 'day'))}
          />
        </Row>
      )}
      {outcome && <DoneLine>{outcome.done}</DoneLine>}
      {outcome?.refused.map((sentence) => (
        <Notice key={sentence} tone="care">
          {sentence}
        </Notice>
      ))}
      {refusal?.sentences.map((sentence) => (
        <Notice key={sentence}>{sentence}</Notice>
      ))}
      {data && isUsed && !refusal && (
        <div className={styles.list} aria-busy={isLoading}>
          {rows.length === 0 ? (
            <EmptyBox text={answered === 'due' ? '送るものはありません。' : '該当する予約はありません。'} isWide />
          ) : (
            <SendingsList day={data} chip={answered} selection={selection.inTable} />
          )}
        </div>
      )}
      {data && !refusal && (
        <SendingsBar
          key={`${answered} ${data.today}`}
          day={data}
          chip={answered}
          selection={selection}
          here={`${OFFICE.sendings}${search}`}
          onDone={setOutcome}
          onMarked={reload}
        />
      )}
    </>
  );
}
