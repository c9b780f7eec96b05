// What is sent to people before their visit: who is due, whose address to look at, what was sent, what came back, and what has changed since.
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Chip } from '#backoffice/shared/chip.tsx';
import { openSendings, type Sending, type SendingChip } from '#backoffice/shared/contract-sendings.ts';
import { Flags } from '#backoffice/shared/flags.tsx';
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { readReceptionDate, receptionOn } from '#backoffice/shared/open-screens.ts';
import { ReservationLink } from '#backoffice/shared/reservation-link.tsx';
import { useSelection } from '#backoffice/shared/use-selection.ts';
import { today } from '#domain/calendar/clock.ts';
import { formatOfficeDate, formatOfficeDay } from '#domain/calendar/japanese-dates.ts';
import { SENDING_WORDS } from '#domain/reservation/reservation-status.ts';
import { hyphenate } from '#domain/text/address.ts';
import { OFFICE } from '#web/addresses.ts';
import { namesOf } from '#web/names-of.ts';
import { PageHead } from '#web/page-head.tsx';
import { useMay } from '#web/session.ts';
import { createStore } from '#web/store.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyBox } from '#web/ui/empty-box.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row, Text } from '#web/ui/layout.tsx';
import { DoneLine, Loading, Notice } from '#web/ui/notice.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { useLoad } from '#web/use-load.ts';
import { DayChoice, type Outcome, SendingsBar } from './sendings-bar.tsx';
import styles from './sendings-screen.module.css';

/** Whoever comes back from a reservation finds the list that was open. */
const shownChip = createStore<{ chip: SendingChip }>('office/sendings', { chip: 'due' });
const NO_ROWS: readonly Sending[] = [];

export function SendingsScreen() {
  const navigate = useNavigate();
  const { search, key } = useLocation();
  const { chip } = shownChip.use();
  const until = readReceptionDate(search, 'day');
  const { data, answers, refusal, isLoading, reload } = useLoad(
    openSendings,
    { until, chip, numbers: [] },
    { freshness: key, onRefused: () => {} },
  );
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
            {namesOf(CHIPS).map((one) => (
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
            <Table
              caption={CHIPS[answered]}
              columns={columnsOf(
                data.today,
                rows.map(({ number }) => number),
                answered,
              )}
              rows={rows}
              rowKey={({ number }) => String(number)}
              selection={selection.inTable}
            />
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

const CHIPS: Readonly<Record<SendingChip, string>> = {
  due: '送るもの',
  unsure: '住所の確認',
  sent: '発送済み',
  returned: '戻り',
  moved: '発送後の変更',
  cancelled: '発送後の取消',
};

const shortDate = (date: string) => formatOfficeDate(date).slice(5);

const isUrgent = ({ status, dueDate }: Sending, today: string) =>
  (status === 'due' || status === 'returned') && dueDate < today;
const writeAddress = ({ postalCode, prefecture, city, street }: Sending) =>
  [postalCode && `〒${hyphenate(postalCode)}`, `${prefecture}${city}${street}`].filter(Boolean).join('　');

function writeState({ status, sentOn, sentBy, returnedOn }: Sending): string {
  if (returnedOn) return `${shortDate(returnedOn)} ${SENDING_WORDS.returned}`;
  return sentOn && status === 'sent' ? `${shortDate(sentOn)} ${sentBy}` : SENDING_WORDS[status];
}

const writeVisit = ({ visitDate, oldDate }: Sending) =>
  oldDate ? `${shortDate(oldDate)} → ${shortDate(visitDate)}` : formatOfficeDay(visitDate);

const columnsOf = (today: string, numbers: readonly number[], chip: SendingChip): readonly Column<Sending>[] => [
  {
    label: '発送予定日',
    text: (row) => (isUrgent(row, today) ? '至急' : formatOfficeDate(row.dueDate)),
    render: (row) =>
      isUrgent(row, today) ? (
        <Text as="span" tone="wrong" strong>
          至急
        </Text>
      ) : (
        formatOfficeDate(row.dueDate)
      ),
  },
  { label: '受診日', text: writeVisit },
  {
    label: '氏名',
    leads: true,
    text: ({ name }) => withNarrowBlanks(name),
    render: (row) => (
      <>
        <Row as="span" inline gap="1">
          {withNarrowBlanks(row.name)}
          <Flags row={{ ...row, personNote: row.note, isDuplicate: false, reception: 'none' }} />
        </Row>
        <br />
        <Text as="small" tone="soft">
          {withNarrowBlanks(row.kana)}
        </Text>
      </>
    ),
  },
  {
    label: '住所',
    text: writeAddress,
    render: (row) => (
      <>
        {writeAddress(row)}
        {row.addressMessage && (
          <Row as="span" gap="1" tone="wrong">
            <Icon name="alert" />
            {row.addressMessage}
          </Row>
        )}
      </>
    ),
  },
  { label: '送るもの', text: ({ partNames }) => partNames.join('・') },
  {
    label: '予約番号',
    text: ({ number }) => String(number),
    render: ({ number }) => (
      <ReservationLink
        number={number}
        found={{ numbers, list: { name: '発送', path: OFFICE.sendings, rows: CHIPS[chip] } }}
      />
    ),
  },
  { label: '発送', text: writeState },
];
