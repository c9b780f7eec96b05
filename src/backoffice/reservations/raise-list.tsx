// What raising a full slot means, frame by frame.

import { formatOfficeDay } from '#domain/calendar/japanese-dates.ts';
import { WHOLE_DAY } from '#domain/offer/sentinels.ts';
import type { Dialogs } from '#web/ui/dialogs.tsx';
import { Muted } from '#web/ui/layout.tsx';
import { TableFrame } from '#web/ui/table-frame.tsx';
import type { Value } from '#wire/record.ts';
import type { frameInSlot } from './phone-booking/contract.ts';
import styles from './raise-list.module.css';

type Frame = Value<typeof frameInSlot>;

export const lackOf = ({ capacity, taken, quantity }: Pick<Frame, 'capacity' | 'taken' | 'quantity'>) =>
  Math.max(0, quantity - Math.max(0, capacity - taken));

interface RaiseRow {
  name: string;
  when: string;
  raised: { from: number; to: number } | null;
  left: number;
}

export function raiseRows(frames: readonly Frame[], startTime: string): RaiseRow[] {
  return frames.map((frame) => {
    const lack = lackOf(frame);
    return {
      name: frame.name,
      when: `${formatOfficeDay(frame.date)}${frame.placeSlotCode === WHOLE_DAY ? '' : startTime}`,
      raised: lack > 0 ? { from: frame.capacity, to: frame.capacity + lack } : null,
      left: Math.floor((frame.capacity - frame.taken) / Math.max(1, frame.quantity)),
    };
  });
}

/** Frames that count examinations may lack two. */
export const raiseSentence = (frames: readonly Frame[], act: '予約' | '変更') =>
  `満員の枠を${frames.map(lackOf).every((lack) => lack <= 1) ? '1つ' : ''}増やして${act}します。`;

/** The counts as they were shown: where one has moved meanwhile, nothing is raised. */
export const raisedCells = (frames: readonly Frame[]) =>
  frames
    .filter((frame) => lackOf(frame) > 0)
    .map(({ frameCode, placeSlotCode, capacity }) => ({ frameCode, slotCode: placeSlotCode, capacity }));

export const askToRaise = async (
  dialogs: Dialogs,
  act: '予約' | '変更',
  frames: readonly Frame[],
  startTime: string,
  summary: string,
) =>
  frames.every((frame) => lackOf(frame) === 0) ||
  dialogs.confirm(raiseSentence(frames, act), {
    title: `枠を増やして${act}`,
    details: <RaiseList rows={raiseRows(frames, startTime)} summary={summary} />,
    ok: `枠を増やして${act}する`,
  });

export const showRefused = (dialogs: Dialogs, title: string, [lead = '', ...more]: readonly string[]) =>
  dialogs.show({ title, tone: 'wrong', lead, messages: more.map((sentence) => ({ sentence })) });

function RaiseList({ rows, summary }: { rows: readonly RaiseRow[]; summary: string }) {
  return (
    <>
      <TableFrame caption="必要な枠" className={styles.frames}>
        <tbody>
          {rows.map(({ name, when, raised, left }) => (
            <tr key={`${name}${when}`}>
              <th scope="row">{name}</th>
              <td>{when}</td>
              {raised ? (
                <td>
                  枠数 {raised.from} → <b>{raised.to}</b>
                </td>
              ) : (
                <td>
                  <Muted as="span">残り {left}（増やしません）</Muted>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </TableFrame>
      <p>{summary}</p>
      <Muted>増やした枠は、この予約が取り消されても元に戻りません。予約枠数マスタで変更できます。</Muted>
    </>
  );
}
