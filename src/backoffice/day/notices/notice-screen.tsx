// A new notice: to whom, what, and how each of them will read it.
import { useDeferredValue, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { today } from '#domain/calendar/clock.ts';
import { type MailValues, unknownVariables } from '#domain/mail/mail-variables.ts';
import { parseTemplate, renderLines, renderTitle } from '#domain/mail/render-template.ts';
import { ActionBar } from '#web/action-bar.tsx';
import { noticeAt, OFFICE } from '#web/addresses.ts';
import { MailSheet } from '#web/mail-sheet.tsx';
import { SaveButton } from '#web/master-screens/save-button.tsx';
import { hasRecipients, type WantedNotice, type WrittenText, wantedNotice } from '#web/open-notice.ts';
import { PageHead } from '#web/page-head.tsx';
import { Button, LeaveButton } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { Form } from '#web/ui/form-element.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Muted, Row } from '#web/ui/layout.tsx';
import { Link } from '#web/ui/link.tsx';
import { Loading, Notice } from '#web/ui/notice.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useLoad } from '#web/use-load.ts';
import { shortMoment } from './calls.ts';
import { type Draft, openNoticeDraft, type Recipient } from './contract.ts';
import { CRUMBS, HowToBegin } from './notice-parts.tsx';
import styles from './notice-screen.module.css';
import { RecipientsPanel } from './recipients-panel.tsx';
import { TextPanel } from './text-panel.tsx';
import { useSend } from './use-send.ts';
import { type Channel, type Counts, channelOf, countChosen, stepFrom, useWritten } from './use-written.ts';

export function NoticeScreen() {
  // As it was opened: when it is sent, nothing of it is left in the tab.
  const [wanted] = useState(wantedNotice.get);
  return (
    <>
      <PageHead title="新しい連絡" crumbs={CRUMBS} />
      {hasRecipients(wanted) ? <Opened wanted={wanted} /> : <HowToBegin />}
    </>
  );
}

function Opened({ wanted }: { wanted: WantedNotice }) {
  const navigate = useNavigate();
  const dialogs = useDialogs();
  const goBack = () => navigate(wanted.from || OFFICE.notices);
  /** Who is no longer there need not be asked for again. */
  function giveUp() {
    wantedNotice.clear();
    goBack();
  }
  const { data, reload } = useLoad(
    openNoticeDraft,
    { numbers: [...wanted.numbers], cells: [...wanted.cells] },
    { onMissing: giveUp, onRefused: (refusal) => void dialogs.failure(refusal).then(giveUp) },
  );
  if (!data) return <Loading />;
  return <Writing draft={data} wanted={wanted} onBack={goBack} onRefused={reload} />;
}

interface WritingProps {
  draft: Draft;
  wanted: WantedNotice;
  onBack(): void;
  onRefused(): void;
}

function Writing({ draft, wanted, onBack, onRefused }: WritingProps) {
  const { recipients } = draft;
  const written = useWritten(draft, wanted);
  const { form, leftOut, calledToo } = written;
  const [channel, setChannel] = useState<Channel>(() =>
    recipients.some((one) => channelOf(one) === 'mail') ? 'mail' : 'phone',
  );
  const listed = recipients.filter((one) => channelOf(one) === channel);
  const [previewed, setPreviewed] = useState<number | null>(null);
  const shown = listed.find(({ number }) => number === previewed) ?? listed[0] ?? null;
  const { submit, isBusy } = useSend({ draft, written, onRefused });

  return (
    <Form fill>
      {draft.recent.map((notice) => (
        <RecentNotice key={notice.noticeId} notice={notice} />
      ))}
      <Row gap="3" align="start" below="4">
        <div className={styles.first}>
          <RecipientsPanel
            draft={draft}
            channel={channel}
            onChannel={setChannel}
            listed={listed}
            written={written}
            shown={shown?.number ?? null}
            onShow={setPreviewed}
          />
        </div>
        <div className={styles.second}>
          <TextPanel draft={draft} written={written} />
        </div>
        <div className={styles.third}>
          <Preview draft={draft} text={form.draft} listed={listed} shown={shown} onShow={setPreviewed} />
        </div>
      </Row>
      <ActionBar
        editedCount={0}
        problemCount={form.problems.length}
        start={<Summary counts={countChosen(recipients, leftOut, calledToo)} />}
        onPrimary={submit}
      >
        <LeaveButton onClick={onBack} />
        <SaveButton disabled={isBusy} onClick={submit}>
          <Icon name="mail" />
          送信する
        </SaveButton>
      </ActionBar>
    </Form>
  );
}

function RecentNotice({ notice: { noticeId, at, byName, count, subject } }: { notice: Draft['recent'][number] }) {
  return (
    <Notice>
      {shortMoment(at, today(new Date()))}に{byName}さんが{count}人に「<Link to={noticeAt(noticeId)}>{subject}</Link>
      」を送っています。
    </Notice>
  );
}

function Summary({ counts: { mail, phone } }: { counts: Counts }) {
  const mails = (
    <>
      メール <b>{mail}</b> 人に送り
    </>
  );
  const calls = (
    <>
      電話 <b>{phone}</b> 人を電話連絡の一覧に入れます。
    </>
  );
  if (mail + phone === 0) return <span>宛先が選択されていません。</span>;
  return (
    <span>
      {mail > 0 && mails}
      {mail > 0 && (phone > 0 ? '、' : 'ます。')}
      {phone > 0 && calls}
    </span>
  );
}

interface PreviewProps {
  draft: Draft;
  text: WrittenText;
  listed: readonly Recipient[];
  shown: Recipient | null;
  onShow(number: number): void;
}

/** A variable that nobody knows stands as it is written, so that it is seen. */
function valuesFor({ values }: Recipient, written: string): MailValues {
  const known = values.map(({ name, value }) => [name, value]);
  return Object.fromEntries([...known, ...unknownVariables(written).map((name) => [name, `{{${name}}}`])]);
}

function Preview({ draft, text, listed, shown, onShow }: PreviewProps) {
  const { subject, body } = useDeferredValue(text);
  const filled = useMemo(() => {
    if (!shown) return null;
    const values = valuesFor(shown, `${subject}\n${body}`);
    return {
      subject: renderTitle(parseTemplate(subject), values),
      // As it will be read: the parts of all lines, with their ends between them.
      body: renderLines(parseTemplate(body), values).flatMap((line, at) =>
        at === 0 ? line : [{ text: '\n', variable: null }, ...line],
      ),
    };
  }, [shown, subject, body]);

  const step = (by: 1 | -1, label: string, icon: 'left' | 'right') => {
    const next = shown && stepFrom(listed, shown.number, by);
    return <Button aria-label={label} disabled={!next} onClick={() => next && onShow(next.number)} icon={icon} />;
  };
  return (
    <Panel
      title="プレビュー"
      aside={
        shown && (
          <Row as="span" wrap={false} gap="2" className={styles.aside} data-buttons="small">
            <Muted as="span" cut>
              {withNarrowBlanks(shown.name)} 様
            </Muted>
            {step(-1, '前の方', 'left')}
            {step(1, '次の方', 'right')}
          </Row>
        )
      }
      flush
    >
      {shown && filled ? (
        <MailSheet {...filled} sender={draft.sender} to={shown.mail || 'メールは送られません（電話で連絡します）。'} />
      ) : (
        <Muted inset="3">この方法で連絡する方はいません。</Muted>
      )}
    </Panel>
  );
}
