// Asks to which day many reservations are moved, and shows for each whether that day has room for it before anything is done.
import { useState } from 'react';
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { formatOfficeDay } from '#domain/calendar/japanese-dates.ts';
import { dateParts, dayOfWeek, type PlainDate, WEEKDAYS } from '#domain/calendar/plain-date.ts';
import { isLive } from '#domain/reservation/reservation-status.ts';
import { send } from '#web/send.ts';
import { Button } from '#web/ui/button.tsx';
import { DateSelects, writeDraft } from '#web/ui/date-field.tsx';
import { ModalBox } from '#web/ui/dialog-box.tsx';
import { FieldGroup, InlineFields } from '#web/ui/field-frame.tsx';
import { CheckboxField, RadioField } from '#web/ui/fields.tsx';
import { useForm } from '#web/ui/form.ts';
import { Stack, Text } from '#web/ui/layout.tsx';
import { Table } from '#web/ui/table.tsx';
import { useLoad } from '#web/use-load.ts';
import { useSave } from '#web/use-save.ts';
import type { Reply } from '#wire/call.ts';
import { NoticeField } from '../cancel-box.tsx';
import { changePickerMonth } from '../detail/contract.ts';
import { describeMails, inWords } from '../run.ts';
import { moveForm, tryMoves } from './contract.ts';
import styles from './move-many.module.css';
import { type Plan, type Selected, type Target, WORDS } from './plan.ts';

const RULES = { same: '同じ時間', near: '同じ時間、空きがなければ近い時間', early: '空いている早い時間から' };

interface MoveManyProps {
  selected: readonly Selected[];
  years: readonly number[];
  onPlan(plan: Plan): void;
  onClose(): void;
}

interface Tried extends Target {
  found: Reply<typeof tryMoves>['results'][number];
}

const at = (date: PlainDate, time: string) => `${formatOfficeDay(date)} ${time}`;

export function MoveMany({ selected, years, onPlan, onClose }: MoveManyProps) {
  const form = useForm(moveForm, { ...moveForm.blank, rule: 'same' });
  const { isBusy, save } = useSave();
  const [trial, setTrial] = useState<{ key: string; rows: readonly Tried[] } | null>(null);
  const { visitDate: typed, rule, sendMail } = form.draft;
  const key = JSON.stringify([typed, rule]);
  const day = form.bind('visitDate');
  const date = moveForm.fields.visitDate.parse(typed, () => {});
  const isClosed = useIsClosed(selected, date);
  const rows = trial?.key === key ? trial.rows : null;
  const ready = rows?.filter(({ found }) => found.outcome === 'can') ?? [];
  const lost = rows?.filter(({ found }) => found.outcome === 'refused') ?? [];
  const mailed = ready.filter(({ hasMail }) => hasMail).length;

  const tryDay = () =>
    save(form.submit, {
      send: async ({ visitDate, rule }) => {
        const { results } = await send(tryMoves, { seen: [...selected], visitDate, rule });
        const rowOf = new Map(selected.map((row) => [row.number, row]));
        return results.flatMap((found) => {
          const row = rowOf.get(found.number);
          const { slotCode, startTime } = found;
          return row ? [{ ...row, found, to: { visitDate, slotCode, startTime, status: null } }] : [];
        });
      },
      canRepeat: true,
      done: (rows) => setTrial({ key, rows }),
    });

  const move = () =>
    save(form.submit, {
      send: async (value) => value,
      done: ({ sendMail, notice }) => onPlan({ act: 'move', targets: ready, cancelReason: null, sendMail, notice }),
    });

  return (
    <div className={styles.frame}>
      <ModalBox
        title={WORDS.move.title}
        isLong
        onClose={onClose}
        buttons={[
          <Button key="give up" kind="quiet" onClick={onClose}>
            やめる
          </Button>,
          <Button key="try" kind={rows ? 'secondary' : 'primary'} disabled={isBusy} onClick={tryDay}>
            確かめる
          </Button>,
          rows && (
            <Button key="move" kind="primary" disabled={isBusy || ready.length === 0} onClick={move}>
              {`${inWords(ready.length)} 件を移す`}
            </Button>
          ),
        ]}
      >
        <Stack gap="3">
          <FieldGroup field={day} write={writeDraft}>
            <InlineFields>
              <DateSelects {...day} years={years} />
              <span>{date && WEEKDAYS[dayOfWeek(date) - 1]}</span>
              {isClosed && (
                <Text as="b" tone="wrong" role="alert">
                  休診日です
                </Text>
              )}
            </InlineFields>
          </FieldGroup>
          <RadioField {...form.bind('rule')} edited={false} words={RULES} />
          {rows && (
            <>
              <Text strong role="status">
                {`${inWords(ready.length)} 件を移せます。`}
                {lost.length > 0 && `${inWords(lost.length)} 件は移せません。`}
                {lost.length === rows.length && sharedSentence(lost)}
              </Text>
              <Moves rows={rows} />
              {ready.length > 0 && (
                <CheckboxField
                  {...form.bind('sendMail')}
                  edited={false}
                  text="受診者へ通知メールを送信する"
                  hint={sendMail ? describeMails([['予約変更', mailed]], ready.length - mailed) : undefined}
                />
              )}
              {ready.length > 0 && sendMail && <NoticeField {...form.bind('notice')} edited={false} />}
            </>
          )}
        </Stack>
      </ModalBox>
    </div>
  );
}

/** Known before anything is tried, from the calendar of one that can be moved. */
function useIsClosed(selected: readonly Selected[], date: PlainDate | null | undefined): boolean {
  const first = selected.find(({ status }) => isLive(status));
  const month = date && dateParts(date);
  const asked = first && month ? { number: first.number, year: month.year, month: month.month } : null;
  const { data } = useLoad(changePickerMonth, asked, { isQuiet: true });
  return data?.days.some(({ date: day, state }) => day === date && state === 'closed') ?? false;
}

const Moves = ({ rows }: { rows: readonly Tried[] }) => (
  <Table
    caption="移す予約"
    rows={rows}
    rowKey={({ number }) => String(number)}
    isOff={({ found }) => found.outcome === 'already'}
    columns={[
      { label: '予約番号', text: ({ number }) => String(number) },
      { label: '氏名', leads: true, text: ({ name }) => withNarrowBlanks(name) },
      { label: 'いまの日時', text: ({ visitDate, startTime }) => at(visitDate, startTime) },
      { label: '移す日時', text: describeMove },
    ]}
  />
);

function sharedSentence(lost: readonly Tried[]): string {
  const [first = '', ...others] = new Set(lost.map(({ found }) => found.sentence));
  return others.length === 0 ? first : '';
}

function describeMove({ found, to }: Tried): string {
  if (found.outcome === 'refused') return found.sentence;
  return found.outcome === 'already' ? 'すでにこの日時です。' : at(to.visitDate, to.startTime);
}
