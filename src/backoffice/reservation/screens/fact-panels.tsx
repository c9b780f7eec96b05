// What a reservation says about its course, its client and its person.
import { useEffect, useRef } from 'react';
import { Marks } from '#backoffice/marks.tsx';
import { narrowBlank } from '#backoffice/names.ts';
import { Facts, Panel } from '#backoffice/panel.tsx';
import { writeYen } from '#domain/calendar/japanese-dates.ts';
import { slashed } from '#domain/calendar/office-dates.ts';
import { writeEraYear } from '#domain/calendar/written-date.ts';
import { isInsurerNumber } from '#domain/offer/sentinels.ts';
import { payerOf } from '#domain/reservation/user-kind.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { NOTHING } from '#web/ui/nothing.ts';
import { DoneLine } from '#web/ui/notice.tsx';
import styles from './fact-panels.module.css';
import { MailWish, type Wish } from './mail-wish.tsx';
import { type Reservation, SEXES } from './words.ts';

type Props = { data: Reservation };

const TAX_WORDS = { excluded: '税抜', included: '税込' } as const;
const EXTENT_WORDS = { all: '全部', part: '一部' } as const;

export function CoursePanel({ data }: Props) {
  const { course, options } = data;
  return (
    <Panel
      title="コースと料金"
      aside={data.pricesShown && <span className={styles.tag}>{TAX_WORDS[data.taxDisplay]}</span>}
    >
      <Prices data={data} />
      {options.length === 0 && <p className={styles.none}>オプションはありません。</p>}
      {course.items.length > 0 && (
        <>
          <h3 className={styles.title}>検査項目</h3>
          <ul className={styles.items}>
            {course.items.map(({ name, extent }) => (
              <li key={name}>
                <span>{name}</span>
                <span className={styles.tag} data-extent={extent}>
                  {EXTENT_WORDS[extent]}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {course.description && (
        <>
          <h3 className={styles.title}>コースの説明</h3>
          <p className={styles.note}>{course.description}</p>
        </>
      )}
      {course.recommendedFor && (
        <>
          <h3 className={styles.title}>対象となる方</h3>
          <p className={styles.note}>{course.recommendedFor}</p>
        </>
      )}
    </Panel>
  );
}

/** Clients may not want prices to be seen; names are seen all the same. */
function Prices({ data }: Props) {
  const { course, options, pricesShown, taxDisplay } = data;
  const amount = (yen: number) => pricesShown && <td>{writeYen(yen)}</td>;
  return (
    <table className={styles.prices}>
      <caption className="visually-hidden">コースとオプション</caption>
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
              {taxDisplay === 'excluded' && <span className={styles.quiet}>税込 {writeYen(data.totalWithTax)}</span>}
            </th>
            {amount(data.total)}
          </tr>
        </tfoot>
      )}
    </table>
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
  birthDate ? `${slashed(birthDate)}（${writeEraYear(birthDate)}）` : '';
const writeAddress = ({ postalCode, prefecture, city, street }: Reservation) =>
  [postalCode && `〒${postalCode}`, `${prefecture}${city}${street}`].filter(Boolean).join(' ');
const writeCard = ({ cardSymbol, cardNumber }: Reservation) => [cardSymbol, cardNumber].filter(Boolean).join('・');

interface PersonPanelProps extends Props {
  onWish(wish: Wish): void;
  /** For who may. */
  onCorrect?: () => void;
  /** From being corrected: the keyboard goes back to where that began. */
  isBack?: boolean;
  /** What was corrected. */
  said?: string;
}

export function PersonPanel({ data, onWish, onCorrect, isBack = false, said = '' }: PersonPanelProps) {
  const correct = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isBack) correct.current?.focus();
  }, [isBack]);
  const isInsurance = payerOf(data.clientCode) === 'insurance';
  const insurance = [
    ['記号・番号', writeCard(data)],
    ['会社名', data.companyName],
    ['社員番号', data.employeeNumber],
  ] as const;
  return (
    <Panel
      title="受診者"
      aside={
        onCorrect && (
          <Button ref={correct} className={styles.correct} onClick={onCorrect}>
            <Icon name="pen" />
            訂正する
          </Button>
        )
      }
    >
      {said && <DoneLine>{said}</DoneLine>}
      <Facts
        rows={[
          ['カナ氏名', narrowBlank(data.kana)],
          ['氏名', narrowBlank(data.name)],
          ['生年月日', writeBirth(data)],
          ['性別', SEXES[data.sex]],
          ['電話番号', data.phone],
          ['メール', data.mail],
          ['住所', writeAddress(data)],
          ...(isInsurance
            ? insurance
            : ([
                ['会社名', data.companyName],
                ['健診のご案内メール', <MailWish key="wish" data={data} onWish={onWish} />],
              ] as const)),
        ]}
      />
    </Panel>
  );
}

const REMARKED = { hasMemo: false, hasRemarks: true, isDuplicate: false, reception: 'none' } as const;

export function RemarksPanel({ text }: { text: string }) {
  return (
    <Panel title="備考" mark={text && <Marks row={REMARKED} />}>
      <p className={styles.note}>{text || NOTHING}</p>
    </Panel>
  );
}
