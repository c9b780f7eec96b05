// Confirmation: everything once more as it holds for the real person, then the one act that books.
import { useState } from 'react';
import { Navigate } from 'react-router';
import { formatDate } from '#domain/calendar/japanese-dates.ts';
import { isInsurerNumber } from '#domain/offer/sentinels.ts';
import { CARD_FIELDS } from '#domain/reservation/person.ts';
import { Card, CardBody } from '#examinee/parts/card.tsx';
import { PersonPairs } from '#examinee/parts/pairs.tsx';
import { VisitHead } from '#examinee/parts/visit-head.tsx';
import { EXAMINEE, STEPS } from '#web/addresses.ts';
import { Muted } from '#web/ui/layout.tsx';
import { Link } from '#web/ui/link.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { Reply } from '#wire/call.ts';
import { entryForm, openEntry, preview } from '../contract-reserve.ts';
import type { Bill } from '../draft-session.ts';
import type { EntryValue } from '../entry-values.ts';
import { conditionsOf, entryInputOf, type FlowAt, kindOf, personOf, reaching } from '../flow.ts';
import { atStep, FlowFrame, useStepLoad } from '../flow-frame.tsx';
import { BillRows, makeBill, Total, totalOf } from '../summary.tsx';
import styles from './confirm-screen.module.css';
import { type Preview, useConfirmation } from './use-confirmation.ts';

/** While what holds now is loaded under what was refused. */
const CHECKING = '最新の内容を確認しています';

export const ConfirmScreen = atStep(reaching.confirm, ({ flow }) => {
  const [reading] = useState(() => entryForm.read({ ...entryForm.blank, ...flow.entry.values }));
  if (!reading.ok) return <Navigate to={STEPS.input} replace />;
  return <Confirm flow={flow} entry={reading.value} />;
});

interface ConfirmProps {
  /** As it was when the page opened: once the booking is made, the tab forgets the way to it. */
  flow: FlowAt<'confirm'>;
  entry: EntryValue;
}

function wordsFor(isChange: boolean, desired: boolean) {
  if (isChange) return { verb: '変更する', undone: 'まだ変更は完了していません。' };
  return desired
    ? { verb: '申し込む', undone: 'まだお申し込みは完了していません。' }
    : { verb: '予約する', undone: 'まだ予約は完了していません。' };
}

function Confirm({ flow, entry }: ConfirmProps) {
  const { course, visit, options } = flow;
  const { data, refusal, isLoading, reload } = useStepLoad(preview, {
    ...conditionsOf(flow),
    ...course,
    age: flow.entry.age,
    visitDate: visit.date,
    slotCode: visit.slotCode,
    options,
    familyKana: entry.familyKana,
    givenKana: entry.givenKana,
  });
  const { data: client } = useStepLoad(openEntry, entryInputOf(flow));
  const { refused, confirm } = useConfirmation({ flow, entry, reload });

  const bill = data && makeBill(data, data.course, data.options);
  const stopped = refusal ?? (refused?.mending === 'confirm' ? null : refused);
  const { verb, undone } = wordsFor(kindOf(flow).changes !== undefined, data?.method === 'desired');
  return (
    <FlowFrame
      step="confirm"
      title="予約情報確認"
      lead={
        <>
          <strong>{undone}</strong>
          {!stopped && `内容をご確認のうえ、「${verb}」ボタンを押してください。`}
        </>
      }
      bill={bill}
      visit={data ? { ...visit, startTime: data.startTime } : null}
      withRows={false}
      next={
        data && !stopped
          ? { label: verb, leadsOn: false, blocked: isLoading ? CHECKING : null, onClick: () => confirm(data) }
          : undefined
      }
      asked={{ data: data && client, refusal: stopped }}
      back={{ label: '戻って修正する', to: 'input' }}
    >
      {data && client && bill && (
        <>
          {refused?.mending === 'confirm' && <Notice>{refused.sentences.join('\n')}</Notice>}
          {!refused && <ChangedPrice bill={bill} shownBefore={flow.bill} person={personOf(flow)} />}
          <SameYear booked={data.sameYear} fiscalYear={course.fiscalYear} />
          <WholeBooking flow={flow} entry={entry} data={data} client={client} bill={bill} />
        </>
      )}
    </FlowFrame>
  );
}

interface ChangedPriceProps {
  bill: Bill;
  shownBefore: Bill | null;
  person: NonNullable<Bill['person']>;
}

/** The day was known before: what is left is who it is for, or what the institution asks. */
function ChangedPrice({ bill, shownBefore, person }: ChangedPriceProps) {
  if (!bill.pricesShown || !shownBefore || totalOf(bill) === totalOf(shownBefore)) return null;
  const { birthDate, sex } = shownBefore.person ?? {};
  const isSame = birthDate === person.birthDate && sex === person.sex;
  const cause = isSame ? '料金の改定' : 'ご入力いただいた生年月日・性別';
  return <Notice>{cause}により、料金が前の画面の表示から変わりました。金額をご確認ください。</Notice>;
}

interface WholeBookingProps {
  flow: FlowAt<'confirm'>;
  entry: EntryValue;
  data: Preview;
  client: Reply<typeof openEntry>;
  bill: Bill;
}

function WholeBooking({ flow, entry, data, client, bill }: WholeBookingProps) {
  const kind = kindOf(flow);
  const desired = data.method === 'desired';
  const person = {
    ...entry,
    name: `${entry.familyName}　${entry.givenName}`,
    kana: `${entry.familyKana}　${entry.givenKana}`,
    postalCode: `${entry.postalCode1}-${entry.postalCode2}`,
    clientName: client.clientName,
    categoryName: data.categoryName,
    age: data.age,
    ageDate: client.ageDate,
  };
  return (
    <>
      {desired && (
        <Notice>
          ご希望の日時のお申し込みです。お申し込みの時点では、ご予約はまだ確定していません。確認のうえ、あらためてご連絡いたします。
        </Notice>
      )}
      <Card aria-label="受診日時とコース">
        <VisitHead visit={{ date: flow.visit.date, startTime: data.startTime }}>
          <Muted>{desired ? 'ご希望の受診日時' : '受診日時'}</Muted>
        </VisitHead>
        <CardBody gap="3">
          <h2>{data.course.name}</h2>
          <BillRows bill={bill} courseLabel={bill.pricesShown ? 'コース料金' : null} />
          <Total bill={bill} payer={kind.payer} />
        </CardBody>
      </Card>
      <Card aria-labelledby="who">
        <CardBody>
          <h2 id="who">お客様情報</h2>
          <PersonPairs kind={kind} person={person} unasked={isInsurerNumber(entry.insurerNumber) ? [] : CARD_FIELDS} />
        </CardBody>
      </Card>
    </>
  );
}

/** Says that the account has booked for the same person in the same fiscal year already. It stops nobody. */
function SameYear({ booked, fiscalYear }: { booked: Preview['sameYear']; fiscalYear: number }) {
  if (booked.length === 0) return null;
  return (
    <Notice className={styles.box}>
      <p>{`${fiscalYear}年度は、すでにご予約があります。`}</p>
      <ul>
        {booked.map(({ number, visitDate, startTime, courseName }) => (
          <li key={number}>{`${formatDate(visitDate)}${startTime}　${courseName}（予約番号${number}）`}</li>
        ))}
      </ul>
      <p>
        {`このまま進むと${booked.length + 1}件目のご予約になります。日程の変更は、`}
        <Link to={EXAMINEE.myPage}>マイページ</Link>
        の「変更」からお手続きいただけます。
      </p>
    </Notice>
  );
}
