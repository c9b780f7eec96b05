// The bar under the list: what is selected of it, its labels and its file, and what became of it.
import { useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { saveLines } from '#backoffice/files/cp932.ts';
import {
  downloadSendings,
  markSendings,
  type Sending,
  type SendingChip,
  type SendingDay,
  type SendingMark,
} from '#backoffice/shared/contract-sendings.ts';
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { openLabelsOf } from '#backoffice/shared/open-screens.ts';
import type { Selection } from '#backoffice/shared/use-selection.ts';
import { addDays, type PlainDate } from '#domain/calendar/plain-date.ts';
import { MOST_DAYS_BACK } from '#domain/reservation/reservation-status.ts';
import { NO_ADDRESS } from '#domain/text/address.ts';
import { FootBar } from '#web/action-bar.tsx';
import { OFFICE } from '#web/addresses.ts';
import { send } from '#web/send.ts';
import { useMay } from '#web/session.ts';
import { Button } from '#web/ui/button.tsx';
import { DateSelects } from '#web/ui/date-field.tsx';
import { unbound } from '#web/ui/form.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import { useSave } from '#web/use-save.ts';
import { type DateDraft, dateSelects } from '#wire/dates.ts';

export interface Outcome {
  done: string;
  refused: readonly string[];
}

interface SendingsBarProps {
  day: SendingDay;
  chip: SendingChip;
  selection: Selection<Sending>;
  here: string;
  onDone(outcome: Outcome): void;
  onMarked(): void;
}

const numberOf = ({ number }: Sending) => number;
const WORDS: Readonly<Record<SendingMark, string>> = {
  sent: '件を発送済みにしました。',
  returned: '件を戻りにしました。',
  back: '件の記録を取り消しました。',
};
const yearsOf = (...days: string[]) => [...new Set(days.map((day) => Number(day.slice(0, 4))))];

export function SendingsBar({ day, chip, selection, here, onDone, onMarked }: SendingsBarProps) {
  const navigate = useNavigate();
  const may = useMay('reception');
  const { isBusy, act } = useSave();
  const [on, setOn] = useState(day.today);
  const { rows } = selection;
  if (rows.length === 0) return null;
  const isToSend = chip === 'due' || chip === 'unsure' || chip === 'returned';

  const mark = (to: SendingMark) =>
    act({
      // Sent twice, another step back would be taken.
      canRepeat: to !== 'back',
      send: () => send(markSendings, { numbers: rows.map(numberOf), mark: to, on }),
      done({ results }) {
        const names = new Map(rows.map(({ number, name }) => [number, withNarrowBlanks(name)]));
        const refused = results.filter(({ outcome }) => outcome === 'refused');
        onDone({
          done: `${results.length - refused.length} ${WORDS[to]}`,
          refused: refused.map(({ number, sentence }) => `${names.get(number)} 様（${number}）：${sentence}`),
        });
        selection.clear();
        onMarked();
      },
    });

  function save() {
    const known = rows.filter(({ addressMessage }) => addressMessage !== NO_ADDRESS);
    const left = rows.length - known.length;
    act({
      send: () => send(downloadSendings, { numbers: (known.length > 0 ? known : rows).map(numberOf) }),
      done: (file) =>
        onDone({ done: saveLines(file), refused: left > 0 ? [`住所のない ${left} 件を除きました。`] : [] }),
    });
  }

  function printLabels() {
    openLabelsOf(rows.map(numberOf), here, true);
    navigate(OFFICE.labels);
  }

  return (
    <FootBar label="選択した予約">
      <Row as="span" inline gap="1-half" strong role="status">
        <Icon name="check" />
        {`${rows.length.toLocaleString('ja-JP')} 件を選択中`}
      </Row>
      <Button kind="plain" onClick={selection.clear}>
        選択を解除
      </Button>
      <Row gap="2" lines="2" push>
        {isToSend && (
          <Button onClick={printLabels} icon="sheet">
            宛名ラベル
          </Button>
        )}
        {isToSend && may && (
          <Button disabled={isBusy} onClick={save} icon="download">
            送り状CSV
          </Button>
        )}
        {may && (
          <DayChoice
            label={isToSend ? '発送日' : '戻った日'}
            day={on}
            years={yearsOf(addDays(day.today, -MOST_DAYS_BACK), day.today)}
            onChoose={setOn}
          />
        )}
        {may && !isToSend && (
          <Button disabled={isBusy} onClick={() => mark('back')} icon="undo">
            記録を取り消す
          </Button>
        )}
        {may && (
          <Button
            kind="primary"
            disabled={isBusy}
            onClick={() => mark(isToSend ? 'sent' : 'returned')}
            icon={isToSend ? 'check' : 'undo'}
          >
            {isToSend ? '発送済みにする' : '戻ってきた'}
          </Button>
        )}
      </Row>
    </FootBar>
  );
}

const DAY = dateSelects({ year: 'year', month: 'month', day: 'day' }, '日');

interface DayChoiceProps {
  label: string;
  day: PlainDate;
  years: readonly number[];
  onChoose(day: PlainDate): void;
}

/** A day in three selects beside its name, which is chosen as soon as all three are. */
export function DayChoice({ label, day, years, onChoose }: DayChoiceProps) {
  const id = useId();
  const [draft, setDraft] = useState(DAY.draft(day));
  useEffect(() => setDraft(DAY.draft(day)), [day]);
  const change = (next: DateDraft) => {
    setDraft(next);
    const chosen = DAY.parse(next, () => {});
    if (chosen) onChoose(chosen);
  };
  return (
    <Row as="span" gap="2">
      <span>{label}</span>
      <DateSelects {...unbound(id, label, draft, change)} years={years} compact />
    </Row>
  );
}
