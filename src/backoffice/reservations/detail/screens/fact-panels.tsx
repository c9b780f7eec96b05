// What a reservation says about its course, its client and its person.
import { Fragment, useEffect, useRef } from 'react';
import { Flag } from '#backoffice/shared/flags.tsx';
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { formatOfficeDate, formatYen } from '#domain/calendar/japanese-dates.ts';
import { formatEraYear } from '#domain/calendar/written-date.ts';
import { SEX_WORDS } from '#domain/offer/conditions.ts';
import { isInsurerNumber } from '#domain/offer/sentinels.ts';
import { formatConsent, LINE_ROWS, writeRow } from '#domain/reservation/person.ts';
import { payerOf } from '#domain/reservation/user-kind.ts';
import { send } from '#web/send.ts';
import { useMay } from '#web/session.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { EMPTY_MARK } from '#web/ui/empty-mark.ts';
import { Grid, Muted, Row, Stack } from '#web/ui/layout.tsx';
import { DoneLine } from '#web/ui/notice.tsx';
import { Facts, Panel } from '#web/ui/panel.tsx';
import { TableFrame } from '#web/ui/table-frame.tsx';
import { useSave } from '#web/use-save.ts';
import type { Reply } from '#wire/call.ts';
import { updateMailConsent } from '../contract.ts';
import type { Reservation } from './change.ts';
import styles from './fact-panels.module.css';

export type MailConsentReply = Reply<typeof updateMailConsent>;

type Props = { data: Reservation };
type ConsentProps = Props & { onMailConsent(consent: MailConsentReply): void };

export function MailConsent({ data, onMailConsent }: ConsentProps) {
  const { number, mailConsent, mailConsentDate, mailConsentBy } = data;
  const mayChange = useMay('reception');
  const dialogs = useDialogs();
  const { isBusy, act } = useSave();
  const change = () =>
    act({
      ask: () =>
        dialogs.confirm(`健診のご案内メールを「${formatConsent(!mailConsent)}」に変更しますか？`, {
          details: 'ご本人の申し出を確認してから変更してください。',
          ok: '変更',
        }),
      send: () => send(updateMailConsent, { number, acceptsMail: !mailConsent }),
      // Said twice it is done once.
      canRepeat: true,
      done: onMailConsent,
    });
  return (
    <Row as="span" gap="3" lines="1" align="start" justify="between">
      <Stack as="span">
        {formatConsent(mailConsent)}
        {mailConsentDate && <Muted as="small">{`${mailConsentDate.slice(0, 10)} から　${mailConsentBy}`}</Muted>}
      </Stack>
      {mayChange && data.mail !== '' && (
        <Button aria-label="健診のご案内メールを変更" disabled={isBusy} onClick={change}>
          変更
        </Button>
      )}
    </Row>
  );
}

const TAX_WORDS = { excluded: '税抜', included: '税込' } as const;
const EXTENT_WORDS = { all: '全部', part: '一部' } as const;

export function CoursePanel({ data }: Props) {
  const { course, options } = data;
  const texts = [
    ['コースの説明', course.description],
    ['対象となる方', course.recommendedFor],
  ].filter(([, text]) => text);
  return (
    <Panel
      title="コースと料金"
      aside={data.pricesShown && <span className={styles.tag}>{TAX_WORDS[data.taxDisplay]}</span>}
    >
      <Prices data={data} />
      {options.length === 0 && <Muted above="2">オプションはありません。</Muted>}
      {course.items.length > 0 && (
        <>
          <h3 className={styles.title}>検査項目</h3>
          <Grid as="ul" columns="2" gap="4" lines="0" className={styles.items}>
            {course.items.map(({ name, extent }) => (
              <li key={name}>
                <span>{name}</span>
                <span className={styles.tag} data-extent={extent}>
                  {EXTENT_WORDS[extent]}
                </span>
              </li>
            ))}
          </Grid>
        </>
      )}
      {texts.map(([title, text]) => (
        <Fragment key={title}>
          <h3 className={styles.title}>{title}</h3>
          <p className={styles.note}>{text}</p>
        </Fragment>
      ))}
    </Panel>
  );
}

/** Clients may not want prices to be seen; names are seen all the same. */
function Prices({ data }: Props) {
  const { course, options, pricesShown, taxDisplay } = data;
  const amount = (yen: number) => pricesShown && <td>{formatYen(yen)}</td>;
  return (
    <TableFrame caption="コースとオプション" className={styles.prices}>
      <tbody>
        <tr>
          <th scope="row">
            <b>{course.name}</b>
            {course.duration && <span className={styles.quiet}>所要 {course.duration}</span>}
          </th>
          {amount(course.amount)}
        </tr>
        {options.map(({ name, amount: yen }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {amount(yen)}
          </tr>
        ))}
      </tbody>
      {pricesShown && (
        <tfoot>
          <tr>
            <th scope="row">
              合計（{TAX_WORDS[taxDisplay]}）
              {taxDisplay === 'excluded' && <span className={styles.quiet}>税込 {formatYen(data.totalWithTax)}</span>}
            </th>
            {amount(data.total)}
          </tr>
        </tfoot>
      )}
    </TableFrame>
  );
}

export function ClientPanel({ data }: Props) {
  const isInsurance = payerOf(data.clientCode) === 'insurance';
  const insurance = [
    ...(isInsurerNumber(data.insurerNumber) ? ([['保険者番号', data.insurerNumber]] as const) : []),
    ['対象者区分', data.categoryName],
  ] as const;
  return (
    <Panel title="クライアント">
      <Facts rows={[['クライアント', data.clientName], ...(isInsurance ? insurance : [])]} />
    </Panel>
  );
}

const writeBirth = ({ birthDate }: Reservation) =>
  birthDate ? `${formatOfficeDate(birthDate)}（${formatEraYear(birthDate)}）` : '';
const writeAddress = ({ postalCode, prefecture, city, street }: Reservation) =>
  [postalCode && `〒${postalCode}`, `${prefecture}${city}${street}`].filter(Boolean).join(' ');

interface PersonPanelProps extends ConsentProps {
  onCorrect?: () => void;
  /** From being corrected: the keyboard goes back to where that began. */
  isBack?: boolean;
  doneText?: string;
}

export function PersonPanel({ data, onMailConsent, onCorrect, isBack = false, doneText = '' }: PersonPanelProps) {
  const correct = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isBack) correct.current?.focus();
  }, [isBack]);
  const payer = payerOf(data.clientCode);
  const consent = [
    '健診のご案内メール',
    <MailConsent key="consent" data={data} onMailConsent={onMailConsent} />,
  ] as const;
  return (
    <Panel
      title="受診者"
      aside={
        onCorrect && (
          <Button ref={correct} data-buttons="small" icon="pen" onClick={onCorrect}>
            訂正する
          </Button>
        )
      }
    >
      {doneText && <DoneLine>{doneText}</DoneLine>}
      <Facts
        rows={[
          ['カナ氏名', withNarrowBlanks(data.kana)],
          ['氏名', withNarrowBlanks(data.name)],
          ['生年月日', writeBirth(data)],
          ['性別', SEX_WORDS[data.sex]],
          ['電話番号', data.phone],
          ['メール', data.mail],
          ['住所', writeAddress(data)],
          ...LINE_ROWS[payer].map(({ label, names }) => [label, writeRow(names, data)] as const),
          ...(payer === 'individual' ? [consent] : []),
        ]}
      />
    </Panel>
  );
}

export function RemarksPanel({ text }: { text: string }) {
  return (
    <Panel title="備考" mark={text && <Flag name="hasRemarks" />}>
      <p className={styles.note}>{text || EMPTY_MARK}</p>
    </Panel>
  );
}
