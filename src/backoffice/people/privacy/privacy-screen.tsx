// How long the institution keeps what: the form, the question before reservations are emptied, and the page that says it was saved.
import { useNavigate } from 'react-router';
import { describeShortenings } from '#backoffice/shared/shortenings.ts';
import { ActionBar, BarForm } from '#web/action-bar.tsx';
import { OFFICE } from '#web/addresses.ts';
import { Done } from '#web/master-screens/done-screen.tsx';
import { FormConflict } from '#web/master-screens/edit-conflict.tsx';
import { DONE } from '#web/master-screens/next-registration.ts';
import { SaveButton } from '#web/master-screens/save-button.tsx';
import { PageHead } from '#web/page-head.tsx';
import { CallFailed, send } from '#web/send.ts';
import { LeaveButton } from '#web/ui/button.tsx';
import { ChangeList } from '#web/ui/change-list.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { TextField } from '#web/ui/fields.tsx';
import { useForm } from '#web/ui/form.ts';
import { Loading, Notice } from '#web/ui/notice.tsx';
import { Section } from '#web/ui/section.tsx';
import { useLoad } from '#web/use-load.ts';
import { changed, useSave } from '#web/use-save.ts';
import { useUnsaved } from '#web/use-unsaved.ts';
import type { Reply } from '#wire/call.ts';
import type { Value } from '#wire/record.ts';
import { openPrivacy, privacyValues, STAYS, TITLE, updatePrivacy } from './contract.ts';

const CRUMBS = ['運用管理'];

export function PrivacyScreen() {
  const { data, replace } = useLoad(openPrivacy, {});
  return data ? <PrivacyForm before={data} onNewer={replace} /> : <Loading />;
}

export function PrivacyDoneScreen() {
  return (
    <Done
      title="更新完了"
      crumbs={[...CRUMBS, { label: TITLE, to: OFFICE.privacy }]}
      sentence={`${TITLE}を更新しました。`}
      back={{ label: 'TOPに戻る', to: OFFICE.home }}
    />
  );
}

type Privacy = Reply<typeof openPrivacy>;
type Values = Value<typeof privacyValues>;

interface PrivacyFormProps {
  before: Privacy;
  onNewer(newer: Privacy): void;
}

/** What was asked for last, also where it does not hold yet: who saves it again as it stands takes nothing back. */
const wishedOf = (privacy: Privacy): Values => ({
  ...privacy,
  reserveYears: privacy.reserveYearsNext || privacy.reserveYears,
  logYears: privacy.logYearsNext || privacy.logYears,
});

const holds = (years: number, later: number) => (later > 0 ? `いまは${years}年です。` : '');

const next = (count: number) => `次回の対象 ${count.toLocaleString('ja-JP')} 件`;

function PrivacyForm({ before, onNewer }: PrivacyFormProps) {
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const form = useForm(privacyValues, privacyValues.draft(wishedOf(before)));
  const { isBusy, save } = useSave();
  const allowLeaving = useUnsaved(form.editedCount > 0);

  /** False where the person does not mean it, having read how many reservations it would empty. */
  async function update(value: Values): Promise<boolean> {
    const sent = { ...value, version: before.version };
    try {
      await send(updatePrivacy, { ...sent, isConfirmed: false });
    } catch (error) {
      if (!(error instanceof CallFailed && error.isRefusal && error.is('Refused'))) throw error;
      const [sentence = ''] = error.sentences;
      if (!(await dialogs.confirm(sentence, { ok: '更新', danger: true }))) return false;
      await send(updatePrivacy, { ...sent, isConfirmed: true });
    }
    return true;
  }

  async function renew(): Promise<boolean> {
    const newer = await send(openPrivacy, {});
    if (newer.version === before.version) return false;
    onNewer(newer);
    form.rebase(privacyValues.draft(wishedOf(newer)));
    return true;
  }

  const submit = () =>
    save(() => changed(form.submit(), form.editedCount, '項目'), {
      ask: (value) =>
        dialogs.confirm('更新しますか？', {
          details: <ChangeList before={describe(wishedOf(before))} after={describe(value)} />,
        }),
      send: update,
      done(isDone) {
        if (!isDone) return;
        allowLeaving();
        navigate(OFFICE.privacyDone, { state: DONE });
      },
      renew,
    });

  return (
    <>
      <PageHead title={TITLE} crumbs={CRUMBS} />
      {before.anonymiseFrom !== '' && (
        <Notice>{`予約データの匿名化は、${before.anonymiseFrom}から始まります。`}</Notice>
      )}
      {describeShortenings(before).map((sentence) => (
        <Notice key={sentence}>{`${sentence}取りやめるには、いまの年数に戻して更新してください。`}</Notice>
      ))}
      <BarForm onSubmit={submit}>
        <FormConflict form={form} />
        <Section title="予約">
          <TextField
            {...form.bind('reserveYears')}
            {...number('受診日から', '年')}
            hint={`${holds(before.reserveYears, before.reserveYearsNext)}期間を過ぎた予約は、氏名・連絡先・保険の記号番号・備考などを消して匿名化します。件数などの集計は変わりません。${STAYS}${next(before.reserveCount)}`}
          />
        </Section>
        <Section title="メール">
          <TextField
            {...form.bind('mailDays')}
            {...number('送信から', '日')}
            hint={`期間を過ぎたメールは、宛先・件名・本文を消します。再送はできなくなります。${next(before.mailCount)}`}
          />
        </Section>
        <Section title="操作履歴">
          <TextField
            {...form.bind('logYears')}
            {...number('', '年')}
            hint={`${holds(before.logYears, before.logYearsNext)}期間を過ぎた操作履歴は削除します。短くする変更は30日後に効力を持ちます。${next(before.logCount)}`}
          />
        </Section>
        <ActionBar editedCount={form.editedCount} problemCount={form.problems.length} onPrimary={submit}>
          <LeaveButton onClick={() => navigate(OFFICE.home)} />
          <SaveButton type="submit" disabled={isBusy}>
            更新
          </SaveButton>
        </ActionBar>
      </BarForm>
    </>
  );
}

const number = (before: string, after: string) => ({ before, after, width: 'tiny', inputMode: 'numeric' }) as const;

const describe = ({ reserveYears, mailDays, logYears }: Values): Record<string, string> => ({
  予約データの保存: `受診日から${reserveYears}年`,
  メール本文の保存: `送信から${mailDays}日`,
  操作履歴の保存: `${logYears}年`,
});
