// Chooses another day and time for a reservation in a month calendar, and carries the choice back into its form.

import { Navigate, useNavigate } from 'react-router';
import { useBackLink } from '#backoffice/shared/back-link.ts';
import { isInPickerRange } from '#domain/calendar/calendar-range.ts';
import { addMonths, type Month } from '#domain/calendar/month.ts';
import { dateParts, type PlainDate } from '#domain/calendar/plain-date.ts';
import { OFFICE } from '#web/addresses.ts';
import { PageHead } from '#web/page-head.tsx';
import { send } from '#web/send.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Muted, Row } from '#web/ui/layout.tsx';
import { Loading } from '#web/ui/notice.tsx';
import { useLoad } from '#web/use-load.ts';
import { useUnsaved } from '#web/use-unsaved.ts';
import { changePickerMonth, openPicker } from '../contract-picker.ts';
import { FROM_PICKER, savedEdits, useChosen } from './chosen.ts';
import { PickerMonth } from './picker-month.tsx';
import styles from './picker-screen.module.css';

export function PickerScreen() {
  const number = useChosen();
  const back = useBackLink();
  if (number === null) return <Navigate to={back.path} replace />;
  return <Picker number={number} />;
}

function Picker({ number }: { number: number }) {
  const navigate = useNavigate();
  const back = useBackLink();
  const dialogs = useDialogs();
  const toDetail = () => navigate(OFFICE.reservation, { replace: true, state: FROM_PICKER });
  const toList = () => navigate(back.path, { replace: true });
  const { data, replace } = useLoad(openPicker, { number }, { onMissing: toList, onRefused: toDetail });
  const kept = savedEdits.use();
  const letGo = useUnsaved(kept.number === number && Object.keys(kept.changes).length > 0);

  function leave(change?: { visitDate: PlainDate; slotCode: string }) {
    if (change) {
      const { year, month, day } = dateParts(change.visitDate);
      const visitDate = { year: String(year), month: String(month), day: String(day) };
      const { version, start, changes } = kept.number === number ? kept : { version: '', start: null, changes: {} };
      savedEdits.set({ number, version, start, changes: { ...changes, visitDate, slotCode: change.slotCode } });
    }
    letGo();
    toDetail();
  }

  const show = (month: Month) =>
    dialogs.attempt(async () => replace(await send(changePickerMonth, { number, ...month })));

  if (!data) return <Loading />;
  const current = { year: Number(data.now.year), month: Number(data.now.month) };
  const canShow = (month: Month) => isInPickerRange(current, month);
  const step = (months: number, name: string) => {
    const next = addMonths({ year: data.year, month: data.month }, months);
    return (
      <Button aria-label={name} disabled={!canShow(next)} onClick={() => show(next)}>
        <Icon name={months < 0 ? 'left' : 'right'} />
      </Button>
    );
  };
  return (
    <>
      <PageHead
        title="受診日時の選択"
        crumbs={[
          { label: 'TOP', to: OFFICE.home },
          { label: '予約管理' },
          { label: back.name, to: back.path },
          { label: '予約内容の確認・変更' },
        ]}
        tools={
          <Button kind="quiet" onClick={() => leave()}>
            戻る
          </Button>
        }
      />
      <Row gap="3" lines="2" className={styles.head}>
        {step(-1, '前の月')}
        <h2 aria-live="polite">
          {data.year}年{data.month}月
        </h2>
        {step(1, '次の月')}
        <Muted>予約番号 {number} の検査がすべて受けられる日時だけを選べます。</Muted>
      </Row>
      <PickerMonth
        data={data}
        chosen={kept.number === number ? kept.at : null}
        onPick={(visitDate, slotCode) => leave({ visitDate, slotCode })}
        canShow={canShow}
        onMonth={show}
      />
    </>
  );
}
