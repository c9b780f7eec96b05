// Slips as they come out of the printer: of the reservation in the address, or of those that another screen has left.
import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { skippedNotice, useSlips } from '#backoffice/day/use-slips.ts';
import { inThrees } from '#backoffice/shared/names.ts';
import { wantedSlips } from '#backoffice/shared/open-screens.ts';
import { PaperSheet, PrintPage } from '#backoffice/shared/print-page.tsx';
import { formatDate, formatYen } from '#domain/calendar/japanese-dates.ts';
import { dateParts } from '#domain/calendar/plain-date.ts';
import { SEX_WORDS } from '#domain/offer/conditions.ts';
import { SLIP_ROWS, writeRow } from '#domain/reservation/person.ts';
import { OFFICE, reservationAt } from '#web/addresses.ts';
import { useOpenedReservation } from '#web/key-in-address.ts';
import { Grid, Row } from '#web/ui/layout.tsx';
import { Loading } from '#web/ui/notice.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { TableFrame } from '#web/ui/table-frame.tsx';
import type { Reply } from '#wire/call.ts';
import type { openSlips, Slip } from './contract.ts';
import styles from './slip-screen.module.css';

export function SlipScreen() {
  const one = useOpenedReservation();
  const { numbers, from } = wantedSlips.use();
  if (one !== null) return <Slips key={one} numbers={[one]} back={reservationAt(one)} />;
  if (numbers.length === 0) return <Navigate to={OFFICE.home} replace />;
  return <Slips numbers={numbers} back={from || OFFICE.home} />;
}

function Slips({ numbers, back }: { numbers: readonly number[]; back: string }) {
  const { data, goBack } = useSlips(numbers, back);
  if (!data) return <Loading />;
  const { slips, skipCount, ...printed } = data;
  return (
    <PrintPage
      title="受診票"
      crumbs={['予約管理']}
      aside={<span>{slips.length} 枚</span>}
      notice={skippedNotice(skipCount)}
      onBack={goBack}
    >
      {slips.map((slip) => (
        <SlipSheet key={slip.number} slip={slip} {...printed} />
      ))}
    </PrintPage>
  );
}

type Printed = Pick<Reply<typeof openSlips>, 'institution' | 'printedAt'>;

/** 1974年3月8日 */
function writeDay(date: string): string {
  const { year, month, day } = dateParts(date);
  return `${year}年${month}月${day}日`;
}

/** Head and foot are a table's, so that they stand on every page: one that got lost is found again. */
function SlipSheet({ slip, institution, printedAt }: { slip: Slip } & Printed) {
  return (
    <PaperSheet paper="handout" label={`受診票 ${slip.number}`}>
      <TableFrame className={styles.sheet} role="presentation">
        <thead>
          <tr>
            <td>
              <SlipHead slip={slip} institution={institution} />
            </td>
          </tr>
        </thead>
        <tfoot>
          <tr>
            <td>
              <div className={styles.foot}>
                <span>この用紙を受付にお出しください。</span>
                <span>{printedAt} 印刷</span>
              </div>
            </td>
          </tr>
        </tfoot>
        <tbody>
          <tr>
            <td>
              <KeyFacts slip={slip} />
              <MoreFacts slip={slip} />
              <Parts slip={slip} />
            </td>
          </tr>
        </tbody>
      </TableFrame>
    </PaperSheet>
  );
}

function SlipHead({ slip, institution }: { slip: Slip } & Pick<Printed, 'institution'>) {
  const { name, place, phone, phoneHours } = institution;
  return (
    <Row as="header" wrap={false} align="stretch" justify="between" className={styles.head}>
      <div>
        <h2>受診票</h2>
        <p className={styles.institution}>{name}</p>
        {place && <p>{place}</p>}
        {phone && <p>{`電話 ${phone}${phoneHours && `（${phoneHours.replaceAll('\n', '／')}）`}`}</p>}
      </div>
      <figure className={styles.code}>
        <QrCode text={String(slip.number)} label={`予約番号${slip.number}のQRコード`} isNumber />
        <figcaption>{slip.number}</figcaption>
      </figure>
    </Row>
  );
}

function KeyFacts({ slip }: { slip: Slip }) {
  return (
    <dl className={styles.keys}>
      <div>
        <dt>受診日・受付時間</dt>
        <dd>
          {formatDate(slip.visitDate)} {slip.startTime} <small>{slip.startTime ? '受付' : '時間の指定なし'}</small>
        </dd>
      </div>
      <div>
        <dt>予約番号</dt>
        <dd>{inThrees(slip.number)}</dd>
      </div>
      <div>
        <dt>{slip.kana}</dt>
        <dd>
          {slip.name} <small>様</small>
        </dd>
      </div>
      <div className={styles.born}>
        <dt>生年月日・性別</dt>
        <dd>{`${writeDay(slip.birthDate)}　${SEX_WORDS[slip.sex]}`}</dd>
      </div>
    </dl>
  );
}

function MoreFacts({ slip }: { slip: Slip }) {
  const ageDay = slip.ageDate ? `（${writeDay(slip.ageDate)}時点）` : '';
  const facts: [string, string][] = [
    ['患者番号', slip.patientNumber],
    ['年齢', `${slip.age}歳${ageDay}`],
    ['保険・お勤め先', slip.clientName],
    ['対象者区分', slip.categoryName],
    ...SLIP_ROWS.map(({ label, names }): [string, string] => [label, writeRow(names, slip)]),
    ['電話番号', slip.phone],
    [slip.isInsurance ? 'ご負担額' : '料金', slip.pricesShown ? `${formatYen(slip.totalWithTax)}（税込）` : ''],
  ];
  return (
    <Grid as="dl" columns="2" className={styles.facts}>
      {facts
        .filter(([, value]) => value !== '')
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </Grid>
  );
}

function Part({ title, aside, children }: { title: string; aside?: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h3>
        {title}
        {aside && <small>{aside}</small>}
      </h3>
      {children}
    </section>
  );
}

/** A list to be ticked off; amounts stand at the end of their line. */
function Boxes({ rows, columns }: { rows: readonly { name: string; aside: string }[]; columns: '2' | '3' }) {
  return (
    <Grid as="ul" columns={columns} className={styles.boxes}>
      {rows.map(({ name, aside }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is printed once, and a name may stand twice
        <li key={index}>
          <span>{name}</span>
          {aside && <small>{aside}</small>}
        </li>
      ))}
    </Grid>
  );
}

/** Empty ones are not there. */
function Parts({ slip }: { slip: Slip }) {
  const price = (amount: number) => (slip.pricesShown ? formatYen(amount) : '');
  const duration = slip.courseDuration && `所要 ${slip.courseDuration}`;
  const items = slip.items.map(({ name, extent }) => ({ name, aside: extent === 'part' ? '一部' : '' }));
  const options = slip.options.map(({ name, amount }) => ({ name, aside: price(amount) }));
  return (
    <>
      <Part title={slip.courseName} aside={[duration, price(slip.courseAmount)].filter(Boolean).join('　')}>
        {items.length > 0 && <Boxes rows={items} columns="3" />}
      </Part>
      {options.length > 0 && (
        <Part title="オプション" aside={`${options.length} 項目`}>
          <Boxes rows={options} columns="2" />
        </Part>
      )}
      {slip.notes.length > 0 && (
        <Part title="受診にあたって">
          <ul className={styles.notes}>
            {slip.notes.map((note, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list is printed once, and a line may stand twice
              <li key={index}>{note}</li>
            ))}
          </ul>
        </Part>
      )}
      {slip.remarks !== '' && (
        <Part title="備考" aside="ご予約のときにいただいたもの">
          <p className={styles.remarks}>{slip.remarks}</p>
        </Part>
      )}
      {slip.printedNote !== '' && (
        <Part title="申し送り">
          <p className={styles.remarks}>{slip.printedNote}</p>
        </Part>
      )}
      <ul className={styles.desks}>
        <li>受付</li>
        <li>検査の確認</li>
        <li>会計</li>
      </ul>
    </>
  );
}
