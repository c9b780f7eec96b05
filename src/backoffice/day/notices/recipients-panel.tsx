// Whom a notice goes to: those with an address by mail, the others by telephone, each with a box.
import { type KeyboardEvent, memo, useId } from 'react';
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Muted, Row } from '#web/ui/layout.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { SelectAllBox } from '#web/ui/row-selection.tsx';
import type { Draft, Recipient } from './contract.ts';
import styles from './recipients-panel.module.css';
import { CHOOSE_ALL } from './use-send.ts';
import { type Channel, type Counts, channelOf, type Written } from './use-written.ts';

interface RecipientsPanelProps {
  draft: Draft;
  written: Written;
  channel: Channel;
  onChannel(channel: Channel): void;
  /** Those of the channel. */
  listed: readonly Recipient[];
  /** The one whose mail is previewed. */
  shown: number | null;
  onShow(number: number): void;
}

export function RecipientsPanel({ draft, written, channel, onChannel, listed, shown, onShow }: RecipientsPanelProps) {
  const { leftOut, leaveOut, calledToo, callToo } = written;
  const id = useId();
  const mailCount = draft.recipients.filter((one) => channelOf(one) === 'mail').length;
  const isOneDay = new Set(draft.recipients.map(({ visitDate }) => visitDate)).size === 1;
  const numbers = listed.map(({ number }) => number);
  const called = numbers.filter((number) => calledToo.has(number)).length;
  const out = listed.filter(({ number }) => leftOut.has(number)).length;
  return (
    <Panel
      title="宛先"
      aside={
        <Muted as="span" cut title={draft.source}>
          {draft.source}
        </Muted>
      }
      flush
    >
      <Tabs
        id={id}
        chosen={channel}
        counts={{ mail: mailCount, phone: draft.recipients.length - mailCount }}
        onChoose={onChannel}
      />
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${channel}`}>
        <Row wrap={false} gap="2" justify="between" tone="soft" className={styles.all}>
          <label htmlFor={CHOOSE_ALL}>
            <SelectAllBox
              id={CHOOSE_ALL}
              state={out === listed.length ? 'none' : out > 0 ? 'some' : 'all'}
              disabled={listed.length === 0}
              onChange={(isOn) => leaveOut(numbers, !isOn)}
            />
            すべて
          </label>
          {channel === 'mail' && listed.length > 0 && (
            <label htmlFor={`${id}-call`}>
              <SelectAllBox
                id={`${id}-call`}
                state={called === 0 ? 'none' : called < listed.length ? 'some' : 'all'}
                disabled={false}
                onChange={(isOn) => callToo(numbers, isOn)}
              />
              全員に電話もする
            </label>
          )}
          <span role="status">
            {listed.length - out} 人に{channel === 'mail' ? '送る' : '電話する'}
            {out > 0 && `・${out} 人を除く`}
          </span>
        </Row>
        <ul className={styles.rows} data-ruled>
          {listed.map((one) => (
            <RecipientRow
              key={one.number}
              recipient={one}
              isOneDay={isOneDay}
              isOut={leftOut.has(one.number)}
              isCalledToo={calledToo.has(one.number)}
              isShown={one.number === shown}
              onLeaveOut={leaveOut}
              onCallToo={callToo}
              onShow={onShow}
            />
          ))}
          {listed.length === 0 && (
            <Muted as="li" inset="3">
              {channel === 'mail' ? 'メールで送る方はいません。' : '電話で連絡する方はいません。'}
            </Muted>
          )}
        </ul>
      </div>
      {draft.skipCount > 0 && <p className={styles.skipped}>取消などの {draft.skipCount} 件を除きました。</p>}
    </Panel>
  );
}

const CHANNELS = [
  { channel: 'mail', word: 'メール', icon: 'mail' },
  { channel: 'phone', word: '電話', icon: 'phone' },
] as const;

interface TabsProps {
  id: string;
  chosen: Channel;
  counts: Counts;
  onChoose(channel: Channel): void;
}

function Tabs({ id, chosen, counts, onChoose }: TabsProps) {
  function press(event: KeyboardEvent) {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const other = chosen === 'mail' ? 'phone' : 'mail';
    event.preventDefault();
    onChoose(other);
    document.getElementById(`${id}-${other}`)?.focus();
  }
  return (
    <div className={styles.tabs} role="tablist" aria-label="連絡の方法">
      {CHANNELS.map(({ channel, word, icon }) => (
        <button
          key={channel}
          type="button"
          role="tab"
          id={`${id}-${channel}`}
          aria-selected={channel === chosen}
          aria-controls={`${id}-panel`}
          tabIndex={channel === chosen ? 0 : -1}
          onClick={() => onChoose(channel)}
          onKeyDown={press}
        >
          <Icon name={icon} />
          {word} {counts[channel]}
        </button>
      ))}
    </div>
  );
}

interface RecipientRowProps {
  recipient: Recipient;
  /** Then the day need not stand with each. */
  isOneDay: boolean;
  isOut: boolean;
  isCalledToo: boolean;
  isShown: boolean;
  onLeaveOut: Written['leaveOut'];
  onCallToo: Written['callToo'];
  onShow(number: number): void;
}

const RecipientRow = memo(function RecipientRow(props: RecipientRowProps) {
  const { recipient, isOneDay, isOut, isCalledToo, isShown, onLeaveOut, onCallToo, onShow } = props;
  const { number, visitDate, startTime, courseName, mail, phone } = recipient;
  const name = withNarrowBlanks(recipient.name);
  const word = isShown ? '表示中' : 'プレビュー';
  const visit = [isOneDay ? '' : formatOfficeDate(visitDate).slice(5), startTime, courseName].filter(Boolean).join(' ');
  return (
    <li data-out={isOut ? '' : undefined} data-shown={isShown ? '' : undefined}>
      <label className={styles.person}>
        <input type="checkbox" checked={!isOut} onChange={({ target }) => onLeaveOut([number], !target.checked)} />
        <span>
          <b>{name}</b> <span className={styles.soft}>{number}</span>
          <span className={styles.about} title={`${visit}　${mail || phone}`}>
            {visit}　{mail || phone || '電話番号なし'}
          </span>
        </span>
      </label>
      {mail !== '' && !isOut && (
        <label className={styles.call}>
          <input type="checkbox" checked={isCalledToo} onChange={({ target }) => onCallToo([number], target.checked)} />
          電話もする<span className="visually-hidden">（{name} 様）</span>
        </label>
      )}
      <Button
        kind="plain"
        aria-pressed={isShown}
        aria-label={`${word}（${number} ${name}）`}
        onClick={() => onShow(number)}
      >
        {word}
      </Button>
    </li>
  );
});
