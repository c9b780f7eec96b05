// What staff know of the person (申し送り): it stands at every reservation of theirs, and is saved by itself.
import { SEVERAL } from '#backoffice/shared/contract-note.ts';
import { send } from '#web/send.ts';
import type { Bound } from '#web/ui/form.ts';
import { Muted, Row } from '#web/ui/layout.tsx';
import { Panel } from '#web/ui/panel.tsx';
import type { Reply } from '#wire/call.ts';
import { noteForm, saveNote } from '../contract-note.ts';
import { StaffText, StaffTextForm, type TextKind } from './staff-text.tsx';
import type { Reservation } from './words.ts';

const NOTE: TextKind = { title: '申し送り', flag: 'hasNote' };

export const NoteText = ({ text }: { text: string }) => <StaffText of={NOTE} text={text} />;

type NoteReply = Reply<typeof saveNote>;

interface NotePanelProps {
  data: Reservation;
  onUnsaved(isUnsaved: boolean): void;
  onSaved(note: NoteReply): void;
  renew(): Promise<boolean>;
  isSaved: boolean;
}

export function NotePanel({ data, ...rest }: NotePanelProps) {
  const { number, note, isPrinted, noteVersion, noteAt, noteBy, isSeveral } = data;
  if (isSeveral) {
    return (
      <Panel title={NOTE.title}>
        <Muted>{SEVERAL}</Muted>
      </Panel>
    );
  }
  return (
    <StaffTextForm
      of={NOTE}
      type={noteForm}
      stored={{ note, isPrinted }}
      field="note"
      send={(value) => send(saveNote, { number, noteVersion, ...value })}
      more={(form) => <PrintedBox field={form.bind('isPrinted')} />}
      below={
        <Muted>
          この方のすべての予約に表示します。受診者画面やメールには出ません。本人の請求があれば開示します。
          {noteAt && (
            <>
              <br />
              {`${noteAt} ${noteBy}`}
            </>
          )}
        </Muted>
      }
      {...rest}
    />
  );
}

function PrintedBox({ field }: { field: Bound<boolean> }) {
  return (
    <Row as="label" wrap={false} gap="2">
      <input type="checkbox" checked={field.value} onChange={(event) => field.onChange(event.target.checked)} />
      受診票に印刷する（本人が目にします）
    </Row>
  );
}
