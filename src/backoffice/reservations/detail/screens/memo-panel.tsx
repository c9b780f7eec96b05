// What the staff note for each other about a reservation: read by everybody at the desk, written by who may, saved by itself.
import { send } from '#web/send.ts';
import { memoForm, saveMemo } from '../contract-correct.ts';
import type { PartProps } from './own-parts.ts';
import { StaffText, StaffTextForm, type TextKind } from './staff-text.tsx';

const MEMO: TextKind = { title: 'スタッフメモ', flag: 'hasMemo', aside: '受診者には見えません' };

export const MemoText = ({ text }: { text: string }) => <StaffText of={MEMO} text={text} />;

export function MemoPanel({ data, onSaved, ...rest }: PartProps & { isSaved: boolean }) {
  const { number, version, staffMemo } = data;
  return (
    <StaffTextForm
      of={MEMO}
      type={memoForm}
      stored={{ staffMemo }}
      field="staffMemo"
      send={(value) => send(saveMemo, { number, version, ...value })}
      onSaved={(reply) => onSaved(reply.version)}
      {...rest}
    />
  );
}
