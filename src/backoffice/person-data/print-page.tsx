// The same as the file, on paper: every field with its name in Japanese.
import { slashed } from '#domain/calendar/office-dates.ts';
import { PageHead } from '#web/page-head.tsx';
import { Button } from '#web/ui/button.tsx';
import type { ShownPerson } from './contract.ts';
import styles from './print-page.module.css';

type Fields = Readonly<Record<string, string | number>>;

/** What the file holds. */
export interface Written {
  account: Fields;
  reservations: (Fields & { options: { name: string; amount: string }[]; history: Fields[] })[];
  mails: Fields[];
  wish: Fields;
}

/** In the order of the file; what has no name here is not printed. */
const LABELS: Readonly<Record<string, string>> = {
  reservation_number: '予約番号',
  status: '予約状況',
  visit_date: '受診日',
  start_minute: '受付時間',
  fiscal_year: '年度',
  client_name: 'クライアント',
  category_name: '対象者区分',
  course_name: 'コース名',
  course_duration: '所要時間',
  course_amount: 'コース料金',
  total_amount: '合計金額',
  age: '年齢',
  remarks: '備考',
  patient_number: '患者番号',
  staff_memo: 'スタッフメモ',
  origin: '予約経路',
  reception: '受付状況',
  received_at: '受付の日時',
  family_name: '氏名（姓）',
  given_name: '氏名（名）',
  family_kana: 'カナ氏名（姓）',
  given_kana: 'カナ氏名（名）',
  birth_date: '生年月日',
  sex: '性別',
  postal_code: '郵便番号',
  prefecture: '都道府県',
  city: '市区町村',
  street: '番地・建物名',
  phone: '電話番号',
  insurer_number: '保険者番号',
  card_symbol: '被保険者等記号',
  card_number: '被保険者等番号',
  company_name: '会社名',
  employee_number: '社員番号',
  mail: 'メールアドレス',
  accepts_mail: '健診のご案内メール',
  created_at: '登録日時',
  updated_at: '更新日時',
  at: '日時',
  kind: '分類',
  state: '送信の状態',
  recipient: '宛先',
  subject: '件名',
  body: '本文',
  accepts: '健診のご案内メール',
  by: '希望を伝えた人',
  actor: '操作した人',
  act: '内容',
};

function Rows({ of }: { of: Fields }) {
  const rows = Object.entries(of).filter(([name, value]) => name in LABELS && value !== '');
  return (
    <dl className={styles.rows}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{LABELS[name]}</dt>
          <dd>{String(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

export function PrintPage({ person, written, onBack }: { person: ShownPerson; written: Written; onBack(): void }) {
  return (
    <div className={styles.page}>
      <PageHead
        title="個人データの開示"
        crumbs={[]}
        tools={
          <span className={styles.tools}>
            <Button kind="quiet" onClick={onBack}>
              戻る
            </Button>
            <Button kind="primary" onClick={() => window.print()}>
              印刷
            </Button>
          </span>
        }
      />
      <p>{`${person.name} 様（${slashed(person.birthDate)} 生まれ）`}</p>
      {Object.keys(written.account).length > 0 && <h2>アカウント</h2>}
      <Rows of={written.account} />
      <h2>健診のご案内メール</h2>
      <Rows of={written.wish} />
      {written.reservations.map((reservation) => (
        <section key={reservation.reservation_number}>
          <h2>{`予約 ${reservation.reservation_number}`}</h2>
          <Rows of={reservation} />
          {reservation.options.length > 0 && (
            <p>{`オプション: ${reservation.options.map(({ name, amount }) => `${name}（${amount}）`).join('、')}`}</p>
          )}
          <h3>履歴</h3>
          <ul>
            {reservation.history.map(({ at, actor, act }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: what has happened stays where it is
              <li key={index}>{`${at} ${actor} ${act}`}</li>
            ))}
          </ul>
        </section>
      ))}
      {written.mails.map((mail, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as they stand in the file
        <section key={index}>
          <h2>{`メール ${index + 1}`}</h2>
          <Rows of={mail} />
        </section>
      ))}
    </div>
  );
}
