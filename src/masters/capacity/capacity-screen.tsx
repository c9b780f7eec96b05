// The capacity master: a frame's month with the number of places in each cell, of which only what was edited is sent.

import { useState } from 'react';
import type { Month } from '#domain/calendar/month.ts';
import { COUNTED_AS, MANAGED_BY } from '#domain/offer/master-words.ts';
import { NoFrames, NoSlots } from '#masters/missing.tsx';
import { MonthChoice, MonthFrame, type Saved, useMonthRows } from '#masters/month-frame.tsx';
import { OFFICE } from '#web/addresses.ts';
import { PageHead } from '#web/page-head.tsx';
import { send } from '#web/send.ts';
import { InlineFacts } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { ChangeList } from '#web/ui/change-list.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { Row } from '#web/ui/layout.tsx';
import { Legend } from '#web/ui/legend.tsx';
import { Loading, Notice } from '#web/ui/notice.tsx';
import { isUnsaved } from '#web/ui/rows.ts';
import { useLoad } from '#web/use-load.ts';
import { useMonthInAddress } from '#web/use-month-in-address.ts';
import { askToLeave } from '#web/use-unsaved.ts';
import { touchedRows } from '#wire/rows.ts';
import { notifyLowered } from '../notify-button.tsx';
import { CapacityCalendar } from './capacity-calendar.tsx';
import {
  type CapacityMonth,
  type CellDraft,
  type CellRows,
  draftsOf,
  dropClosed,
  isBelowTaken,
  makeRows,
} from './capacity-rows.ts';
import styles from './capacity-screen.module.css';
import { changeCapacityDisplay, openCapacity, updateCapacity } from './contract.ts';
import { CopyDialog } from './copy-dialog.tsx';

const monthOptions = {
  make: makeRows,
  draftsOf,
  keyOf: ({ date, slotCode }: CellDraft) => `${date} ${slotCode}`,
};

export function CapacityScreen() {
  const { wanted, forget } = useMonthInAddress();
  return wanted?.frameCode ? (
    <WantedCapacity wanted={{ ...wanted, frameCode: wanted.frameCode }} onGone={forget} />
  ) : (
    <FirstCapacity />
  );
}

function FirstCapacity() {
  const { data } = useLoad(openCapacity, {});
  return <LoadedCapacity data={data} />;
}

function WantedCapacity({ wanted, onGone }: { wanted: Month & { frameCode: string }; onGone(): void }) {
  const { data } = useLoad(changeCapacityDisplay, wanted, { onMissing: onGone });
  return <LoadedCapacity data={data} />;
}

function LoadedCapacity({ data }: { data: CapacityMonth | null }) {
  if (!data) return <Loading />;
  // Frames by day can be set without any slot.
  const isUsable = data.slots.length > 0 || data.frames.some(({ managedBy }) => managedBy === 'day');
  return data.frameCode !== null && isUsable ? (
    <Capacity first={data} />
  ) : (
    <>
      <PageHead title="予約枠数マスタ" crumbs={['マスタ管理']} />
      {data.frameCode === null ? <NoFrames /> : <NoSlots />}
    </>
  );
}

function Capacity({ first }: { first: CapacityMonth }) {
  const dialogs = useDialogs();
  const { month, rows, stale, show, refresh } = useMonthRows(first, monthOptions);
  const { keep } = useMonthInAddress();
  const [chosen, setChosen] = useState(first.frameCode ?? '');
  // Offered once fewer places were refused than are taken.
  const [clamp, setClamp] = useState<{ isOffered: boolean; isOn: boolean }>({ isOffered: false, isOn: false });
  const frameCode = month.frameCode ?? '';

  async function change(next: Month): Promise<boolean> {
    if (rows.editedCount() > 0 && !(await askToLeave(dialogs, '移動'))) {
      setChosen(frameCode);
      return false;
    }
    await dialogs.attempt(async () => {
      const wanted = { frameCode: chosen, year: next.year, month: next.month };
      show(await send(changeCapacityDisplay, wanted));
      keep(wanted);
      setClamp({ isOffered: false, isOn: false });
    });
    return true;
  }

  return (
    <MonthFrame
      title="予約枠数マスタ"
      bulk={OFFICE.capacityBulk}
      rows={rows}
      tools={(report) => <Copy month={month} rows={rows} onDone={report} />}
      about={() => <About rows={rows} month={month} />}
      save={async (typed) => {
        const saved = await send(updateCapacity, {
          frameCode,
          year: month.year,
          month: month.month,
          cells: touchedRows(typed).map(({ row }) => row),
          clamp: clamp.isOn,
          version: month.version,
        });
        show(saved);
        setClamp({ isOffered: false, isOn: false });
        return {
          sentence:
            saved.clampCount > 0
              ? `更新しました。${saved.clampCount} か所は予約済み数まで下げました。`
              : '更新しました。',
          notify: notifyLowered(frameCode, saved, OFFICE.capacity),
        };
      }}
      refresh={async () => {
        const { year, month: number } = month;
        const now = await send(changeCapacityDisplay, { frameCode, year, month: number });
        refresh(now);
        dropClosed(now, rows);
        setClamp({ isOffered: isBelowTaken(now, rows), isOn: false });
      }}
    >
      <MonthChoice
        years={month.years}
        month={month}
        onShow={change}
        legend={<Legend push lead="予約数 ／ 枠数" looks={MARKS} />}
      >
        <Row as="label" wrap={false} gap="2" tone="soft" className={styles.frame}>
          予約枠
          <select value={chosen} onChange={({ target }) => setChosen(target.value)}>
            {month.frames.map(({ frameCode: code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        </Row>
      </MonthChoice>
      <CapacityFacts month={month} />
      {month.days.every(({ status }) => status === 'off') && (
        <Notice>この月の休診日は、まだ休日マスタに登録されていません。すべて診療日として扱われます。</Notice>
      )}
      {clamp.isOffered && (
        <Notice>
          <Row as="label" wrap={false} gap="2">
            <input
              type="checkbox"
              checked={clamp.isOn}
              onChange={({ target }) => setClamp({ isOffered: true, isOn: target.checked })}
            />
            予約済み数まで下げる（Web受付停止）
          </Row>
        </Notice>
      )}
      {month.managedBy === 'time' && month.slots.length === 0 ? (
        <NoSlots />
      ) : (
        <CapacityCalendar month={month} rows={rows} stale={stale} onMonth={change} />
      )}
    </MonthFrame>
  );
}

function Copy({ month, rows, onDone }: { month: CapacityMonth; rows: CellRows; onDone(saved: Saved): void }) {
  const dialogs = useDialogs();
  const [isOpen, setOpen] = useState(false);
  // What is stored is copied.
  const open = () =>
    rows.editedCount() > 0
      ? void dialogs.inputError(['変更した枠数を更新してから、コピーしてください。'])
      : setOpen(true);
  return (
    <>
      <Button onClick={open}>ほかの月へコピー</Button>
      {isOpen && (
        <CopyDialog
          shown={month}
          onClose={() => setOpen(false)}
          onDone={(saved) => {
            setOpen(false);
            onDone(saved);
          }}
        />
      )}
    </>
  );
}

const MAX_SHOWN = 12;

function About({ rows, month }: { rows: CellRows; month: CapacityMonth }) {
  const edited = rows.all().filter(isUnsaved);
  const slotName = (code: string) => month.slots.find(({ slotCode }) => slotCode === code)?.name ?? '';
  const listed = edited.slice(0, MAX_SHOWN);
  const name = ({ date, slotCode }: CellDraft) => `${date} ${slotName(slotCode)}`.trim();
  return (
    <>
      <ChangeList
        before={Object.fromEntries(listed.map(({ start }) => [name(start), start.count]))}
        after={Object.fromEntries(listed.map(({ draft }) => [name(draft), draft.count]))}
      />
      {edited.length > listed.length && <p>ほか {edited.length - listed.length} か所</p>}
    </>
  );
}

function CapacityFacts({ month: { frames, frameCode, managedBy, countedAs } }: { month: CapacityMonth }) {
  return (
    <InlineFacts
      facts={[
        ['予約枠', frames.find((frame) => frame.frameCode === frameCode)?.name],
        ['枠の管理', managedBy && MANAGED_BY[managedBy]],
        ['人数の数え方', countedAs && COUNTED_AS[countedAs]],
      ]}
    />
  );
}

const MARKS = {
  edited: '変更あり（前の値つき）',
  none: '枠数 0',
  full: '満員',
  closed: '休診日（0以外は入力できません）',
} as const;
