// Who is to be sent something or was, a row each, with what is wrong with the address.
import type { Sending, SendingChip, SendingDay } from '#backoffice/shared/contract-sendings.ts';
import { Flags } from '#backoffice/shared/flags.tsx';
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { ReservationLink } from '#backoffice/shared/reservation-link.tsx';
import { formatOfficeDate, formatOfficeDay } from '#domain/calendar/japanese-dates.ts';
import { SENDING_WORDS } from '#domain/reservation/sending.ts';
import { hyphenate } from '#domain/text/address.ts';
import { OFFICE } from '#web/addresses.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Row, Text } from '#web/ui/layout.tsx';
import type { RowSelection } from '#web/ui/row-selection.tsx';
import { type Column, Table } from '#web/ui/table.tsx';

export const CHIPS: Readonly<Record<SendingChip, string>> = {
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

interface SendingsListProps {
  day: SendingDay;
  chip: SendingChip;
  selection: RowSelection<Sending> | undefined;
}

export const SendingsList = ({ day, chip, selection }: SendingsListProps) => (
  <Table
    caption={CHIPS[chip]}
    columns={columnsOf(
      day.today,
      day.rows.map(({ number }) => number),
      chip,
    )}
    rows={day.rows}
    rowKey={({ number }) => String(number)}
    selection={selection}
  />
);
