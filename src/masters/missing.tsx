// What a screen lacks of another master, and the way there: in place of what could not be used without it.
import { MASTERS } from '#web/addresses.ts';
import { EmptyBox, type EmptyBoxAction } from '#web/ui/empty-box.tsx';

export const toTimeSlots: EmptyBoxAction = { label: '時間帯マスタ', to: MASTERS.timeSlots.list };
const toFrames: EmptyBoxAction = { label: '予約枠マスタ', to: MASTERS.frames.list };

export const SLOTS_FIRST = '受付時間別の予約枠には、先に時間帯の登録が必要です。';
export const NO_SLOTS_YET = '時間帯が未登録です。登録するまで、この枠の定員は設定できません。';

export function NoFrames() {
  return (
    <EmptyBox
      text="予約枠が一件も登録されていません。先に予約枠マスタで登録してください。"
      actions={[{ ...toFrames, kind: 'primary' }]}
    />
  );
}

export function NoSlots() {
  return (
    <EmptyBox
      text="時間帯が一件も登録されていません。先に時間帯マスタで登録してください。"
      actions={[{ ...toTimeSlots, kind: 'primary' }]}
    />
  );
}
