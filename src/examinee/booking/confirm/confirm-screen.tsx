// Confirmation: everything once more as it holds for the real person, then the one act that books.
import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { Card, CardBody } from '#examinee/parts/card.tsx';
import { Soft } from '#examinee/parts/texts.tsx';
import { VisitHead } from '#examinee/parts/visit-head.tsx';
import type { BookingPaths } from '#examinee/paths.ts';
import { askToSendAgain, isUncertain } from '#examinee/send-again.ts';
import type { CallFailed } from '#web/send.ts';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { Loading, Notice } from '#web/ui/notice.tsx';
import { useSave } from '#web/use-save.ts';
import { makeBill, totalOf } from '../bill.ts';
import { entryForm, openEntry } from '../contract-entry.ts';
import { preview } from '../contract-reserve.ts';
import type { EntryValue } from '../entry-values.ts';
import { clientCodeOf, conditionsOf, type FlowAt, forgetFrom, forgetRefused, kindOf, reaching } from '../flow.ts';
import { atStep, FlowFrame } from '../flow-frame.tsx';
import { RefusalPanel, redoWord, useRedo } from '../refusal-panel.tsx';
import { BillRows, Total } from '../summary.tsx';
import { useStepLoad } from '../use-step-load.ts';
import { ConfirmPerson } from './confirm-person.tsx';
import styles from './confirm-screen.module.css';
import { type Preview, submitBooking } from './submit.ts';

const NOT_KNOWN =
  '予約が完了したかどうかを確認できませんでした。もう一度送信しても、二重に予約されることはありません。';

export const ConfirmScreen = atStep(reaching.confirm, ({ paths, flow }) => {
  const [reading] = useState(() => entryForm.read({ ...entryForm.blank, ...flow.entry.values }));
  if (!reading.ok) return <Navigate to={paths.input} replace />;
  return <Confirm flow={flow} entry={reading.value} paths={paths} />;
});

interface ConfirmProps {
  /** As it was when the page opened: once the booking is made, the tab forgets the way to it. */
  flow: FlowAt<'confirm'>;
  entry: EntryValue;
  paths: BookingPaths;
}

function Confirm({ flow, entry, paths }: ConfirmProps) {
  const navigate = useNavigate();
  const dialogs = useDialogs();
  const redo = useRedo(paths);
  const { act } = useSave();
  const { course, visit, options } = flow;
  const kind = kindOf(flow);
  const { data, refusal, isLoading, reload } = useStepLoad(preview, {
    ...conditionsOf(flow),
    ...course,
    age: flow.entry.age,
    visitDate: visit.date,
    slotCode: visit.slotCode,
    options,
  });
  const { data: client } = useStepLoad(openEntry, {
    institutionCode: flow.auth.institutionCode,
    clientCode: clientCodeOf(flow),
    fiscalYear: course.fiscalYear,
    courseCode: course.courseCode,
    ownNumber: flow.changes?.number ?? 0,
  });
  const [refused, setRefused] = useState<CallFailed | null>(null);

  const desired = data?.method === 'desired';
  const bill = data && makeBill(data, data.course, data.options);
  const shownBefore = flow.bill;
  const hasChanged = bill?.pricesShown && shownBefore && totalOf(bill) !== totalOf(shownBefore);
  const stopped = refusal ?? (refused?.mending === 'confirm' ? null : refused);

  async function tellRefusal(why: CallFailed) {
    forgetRefused(why);
    if (why.is('Registered')) {
      const answer = await dialogs.show({
        title: 'ログインのお願い',
        lead: why.sentences[0] ?? '',
        buttons: [
          { label: '閉じる', kind: 'quiet', answer: 'close' },
          { label: 'ログインして予約を続ける', kind: 'primary', answer: 'login', focus: true },
        ],
      });
      if (answer === 'login') redo(why, 'confirm');
      return;
    }
    setRefused(why);
    if (why.mending === 'confirm') reload();
    const word = why.mending !== 'confirm' && redoWord(why);
    const answer = await dialogs.show({
      title: '入力エラー',
      tone: 'wrong',
      lead: '入力エラーです。',
      line: '以下の内容をもう一度ご確認ください',
      messages: why.sentences.map((sentence) => ({ sentence })),
      buttons: [
        { label: '閉じる', kind: word ? 'quiet' : 'primary', answer: 'close', focus: !word },
        ...(word ? [{ label: word, kind: 'primary' as const, answer: 'redo', focus: true }] : []),
      ],
    });
    if (answer === 'redo') redo(why, 'confirm');
  }

  const confirm = (shown: Preview) =>
    act({
      async ask() {
        const answer = await dialogs.show({
          title: '予約確認',
          tone: 'ask',
          lead: 'この内容で予約しますか？',
          buttons: [
            { label: '閉じる', kind: 'quiet', answer: 'close' },
            { label: '送信', kind: 'primary', answer: 'send', focus: true },
          ],
        });
        return answer === 'send';
      },
      progress: { title: '予約中', sentence: '予約中です。' },
      send: () => submitBooking(flow, entry, shown),
      done: () => navigate(paths.result, { replace: true }),
      refused: tellRefusal,
      // After a new log-in, too.
      failed: (error) =>
        isUncertain(error) ? askToSendAgain(dialogs, NOT_KNOWN) : dialogs.systemError(error, { canRetry: true }),
    });

  const isChange = kind.changes !== undefined;
  const verb = isChange ? '変更する' : desired ? '申し込む' : '予約する';
  const undone = isChange
    ? 'まだ変更は完了していません。'
    : desired
      ? 'まだお申し込みは完了していません。'
      : 'まだ予約は完了していません。';
  return (
    <FlowFrame
      step="confirm"
      title="予約情報確認"
      lead={
        <>
          <strong>{undone}</strong>
          内容をご確認のうえ、「{verb}」ボタンを押してください。
        </>
      }
      bill={bill}
      visit={data ? { ...visit, startTime: data.startTime } : null}
      withRows={false}
      next={data && !stopped ? { label: verb, leadsOn: false, onClick: () => !isLoading && confirm(data) } : undefined}
      back={{
        label: '戻って修正する',
        onClick: () => {
          forgetFrom('input');
          navigate(paths.input);
        },
      }}
    >
      {stopped && <RefusalPanel refusal={stopped} paths={paths} at="confirm" />}
      {!(data && client) && !refusal && <Loading />}
      {data && client && bill && (
        <>
          {refused?.mending === 'confirm' && <Notice>{refused.sentences.join('\n')}</Notice>}
          {hasChanged && !refused && (
            <Notice>ご入力いただいた内容により、料金が前の画面の表示から変わりました。金額をご確認ください。</Notice>
          )}
          {desired && (
            <Notice>
              ご希望の日時のお申し込みです。お申し込みの時点では、ご予約はまだ確定していません。確認のうえ、あらためてご連絡いたします。
            </Notice>
          )}
          <Card aria-label="受診日時とコース">
            <VisitHead visit={{ date: visit.date, startTime: data.startTime }}>
              <Soft as="p">{desired ? 'ご希望の受診日時' : '受診日時'}</Soft>
            </VisitHead>
            <CardBody className={styles.choices}>
              <h2>{data.course.name}</h2>
              <BillRows bill={bill} courseLabel={bill.pricesShown ? 'コース料金' : null} />
              <Total bill={bill} payer={kind.payer} />
            </CardBody>
          </Card>
          <Card aria-labelledby="who">
            <CardBody>
              <h2 id="who">お客様情報</h2>
              <ConfirmPerson
                kind={kind}
                entry={entry}
                clientName={client.clientName}
                categoryName={data.categoryName}
                age={data.age}
                ageDate={client.ageDate}
              />
            </CardBody>
          </Card>
        </>
      )}
    </FlowFrame>
  );
}
