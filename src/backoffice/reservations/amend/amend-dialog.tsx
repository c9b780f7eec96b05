// Adds and drops options of a reservation on its number: over the reception and over the detail alike.
import { useRef, useState } from 'react';
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { formatOfficeDate, formatOfficeDay, formatYen } from '#domain/calendar/japanese-dates.ts';
import { SEX_WORDS } from '#domain/offer/conditions.ts';
import { optionKey } from '#domain/offer/offer.ts';
import { randomId } from '#web/random-id.ts';
import { makeRequestIds } from '#web/request-ids.ts';
import { offerResend } from '#web/resend.ts';
import { type CallFailed, send } from '#web/send.ts';
import { Button } from '#web/ui/button.tsx';
import { ModalBox } from '#web/ui/dialog-box.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Muted, Row, Text } from '#web/ui/layout.tsx';
import { LoadFailed, Loading } from '#web/ui/notice.tsx';
import { useCtrlEnter } from '#web/ui/use-ctrl-enter.ts';
import { useLoad } from '#web/use-load.ts';
import { useSave } from '#web/use-save.ts';
import { OptionGroups } from '../option-groups.tsx';
import { askToRaise, raisedCells, showRefused } from '../raise-list.tsx';
import styles from './amend-dialog.module.css';
import { AmendSummary, amountOf, doneSentence, type Offered, readTicked, type Ticked } from './amend-summary.tsx';
import { type Amending, amendOptions, openAmendment } from './contract.ts';

interface AmendDialogProps {
  number: number;
  onClose(): void;
  onDone(sentence: string): void;
}

const TITLE = 'オプションの変更（予約番号は変わりません）';
const NOT_KNOWN =
  '変更が完了したかどうかを確認できませんでした。もう一度送信しても、二重に変更されることはありません。';
const RENEWED =
  'ほかの利用者が先に更新しました。最新の内容を読み込みました。違いを確かめてから、もう一度変更してください。';

export function AmendDialog({ number, onClose, onDone }: AmendDialogProps) {
  const dialogs = useDialogs();
  const { isBusy, save } = useSave();
  const { data, refusal, isLoading, isFailed, reload } = useLoad(openAmendment, { number }, { isQuiet: true });
  const [keys, setKeys] = useState<ReadonlySet<string> | null>(null);
  const [sendMail, setSendMail] = useState(false);
  const [requestIdFor] = useState(() => makeRequestIds(randomId));
  // While it is read once more, what was ticked stands over what was read before.
  const last = useRef<Amending | null>(null);
  last.current = data ?? last.current;
  const amending = last.current;
  const ticked = amending && readTicked(amending, keys);
  const isEdited = ticked !== null && ticked.added.length + ticked.dropped.length > 0;
  // What is being read once more may have other prices, and another version.
  const isOff = !isEdited || isBusy || isLoading || data === null;

  /** By Back too: what was ticked is not lost without a question. */
  async function giveUp() {
    if (isBusy) return;
    const question = { details: '選んだ内容は失われます。', ok: 'やめる', danger: true };
    if (!isEdited || (await dialogs.confirm('オプションの変更をやめますか？', question))) onClose();
  }

  function refused(failure: CallFailed) {
    // Prices and places may be others than were shown; what was ticked stays.
    reload();
    return showRefused(dialogs, '変更できません', failure.is('Stale') ? [RENEWED] : failure.sentences);
  }

  function submit() {
    if (isOff || !amending || !ticked) return;
    const frames = amending.canRaise ? ticked.frames : [];
    const raised = raisedCells(frames);
    const sent = {
      number,
      version: amending.version,
      options: ticked.chosen.map(({ groupCode, optionCode }) => ({ groupCode, optionCode })),
      total: ticked.total,
      sendMail: sendMail && amending.canMail,
      raise: raised.length > 0,
      raised,
    };
    void save(() => ({ ok: true, value: sent }), {
      ask: () =>
        askToRaise(
          dialogs,
          '変更',
          frames,
          amending.startTime,
          `${withNarrowBlanks(amending.name)} 様　変更後 ${formatYen(ticked.totalWithTax)}`,
        ),
      send: (value) => send(amendOptions, { ...value, requestId: requestIdFor(value) }),
      done: ({ totalWithTax }) => onDone(doneSentence(amending.totalWithTax, totalWithTax)),
      refused,
      failed: offerResend(dialogs, NOT_KNOWN),
    });
  }

  useCtrlEnter(submit, { inDialog: true });
  const change = (groupCode: string, codes: readonly string[]) => {
    const others = (ticked?.chosen ?? []).filter((option) => option.groupCode !== groupCode).map(optionKey);
    setKeys(new Set([...others, ...codes.map((optionCode) => optionKey({ groupCode, optionCode }))]));
  };
  return (
    <div className={styles.frame}>
      <ModalBox
        title={TITLE}
        isLong
        onClose={giveUp}
        buttons={[
          <Button key="cancel" onClick={giveUp}>
            キャンセル
          </Button>,
          <Button key="save" kind="primary" disabled={isOff} onClick={submit}>
            変更する
            <kbd data-hide="narrow">Ctrl+Enter</kbd>
          </Button>,
        ]}
      >
        {amending && ticked ? (
          <>
            <Head amending={amending} />
            <div className={styles.columns}>
              <div className={styles.options}>
                <Options amending={amending} ticked={ticked} onChange={change} />
              </div>
              <AmendSummary amending={amending} ticked={ticked}>
                {amending.canMail && (
                  <Row as="label" gap="2" above="2">
                    <input type="checkbox" checked={sendMail} onChange={() => setSendMail(!sendMail)} />
                    変更後の内容をメールで送る
                  </Row>
                )}
              </AmendSummary>
            </div>
          </>
        ) : (
          <div className={styles.waiting}>
            {refusal ? (
              refusal.sentences.map((sentence) => (
                <Text key={sentence} role="alert" tone="wrong">
                  {sentence}
                </Text>
              ))
            ) : isFailed ? (
              <p role="alert">
                <LoadFailed onRetry={reload} />
              </p>
            ) : (
              <Loading />
            )}
          </div>
        )}
      </ModalBox>
    </div>
  );
}

function Head({ amending }: { amending: Amending }) {
  const { name, kana, birthDate, age, sex, number, visitDate, startTime, courseName, receivedTime } = amending;
  const born = birthDate && `${formatOfficeDate(birthDate)}（${age}歳）${SEX_WORDS[sex]}`;
  return (
    <Row gap="4" lines="1" justify="between" className={styles.head}>
      <Row as="span" gap="3" lines="0">
        <Text as="b" size="l">
          {withNarrowBlanks(name)} 様
        </Text>
        <span>{withNarrowBlanks(kana)}</span>
        <span>{born}</span>
      </Row>
      <Row as="span" gap="3" lines="0">
        <span>{number}</span>
        <span>{`${formatOfficeDay(visitDate)}${startTime}`}</span>
        <span>{courseName}</span>
        {receivedTime && (
          <Row as="b" inline gap="1" tone="done">
            <Icon name="check" />
            来院 {receivedTime}
          </Row>
        )}
      </Row>
    </Row>
  );
}

interface OptionsProps {
  amending: Amending;
  ticked: Ticked;
  onChange(groupCode: string, optionCodes: readonly string[]): void;
}

function Options({ amending, ticked, onChange }: OptionsProps) {
  const { groups, canRaise } = amending;
  if (groups.length === 0) return <Muted>このコースにはオプションがありません。</Muted>;
  return (
    <OptionGroups
      groups={groups}
      chosen={ticked.chosen}
      isOpen={({ options }) => options.some(({ isBooked }) => isBooked)}
      lookOf={(option, isChosen) => lookOf(option, isChosen, canRaise)}
      onChange={onChange}
    />
  );
}

function lookOf(option: Offered, isChosen: boolean, canRaise: boolean) {
  const { isBooked, isOffered, bookedAmount, amount, left, state } = option;
  const isRaised = state === 'full' && canRaise;
  return {
    turn: isChosen === isBooked ? undefined : isChosen ? ('added' as const) : ('dropped' as const),
    note: !isOffered
      ? 'いまは選べません'
      : isBooked && amount !== bookedAmount
        ? `いまの料金 ${formatYen(amount)}`
        : undefined,
    tag: isRaised ? '満・増やす' : state === 'full' ? '満' : null,
    tagHint: state === 'full' && !canRaise ? '満員です。枠を増やせるのは管理者です。' : undefined,
    isDisabled: !isChosen && !isBooked && (state === 'missing' || (state === 'full' && !canRaise)),
    end: (
      <>
        {state === 'open' && <span className={styles.left}>残り {left}</span>}
        {state === 'missing' && <span className={styles.left}>枠なし</span>}
        <span className={styles.amount}>{formatYen(amountOf(option))}</span>
      </>
    ),
  };
}
