// Closes many days at once: the weekdays and holidays of a range.

import { monthOf } from '#domain/calendar/month.ts';
import { BulkFrame, describeRange, RangeFields } from '#masters/bulk-frame.tsx';
import { OFFICE } from '#web/addresses.ts';
import { send } from '#web/send.ts';
import { ChangeList } from '#web/ui/change-list.tsx';
import { FieldGroup } from '#web/ui/field-frame.tsx';
import { useForm } from '#web/ui/form.ts';
import { Loading } from '#web/ui/notice.tsx';
import { Section } from '#web/ui/section.tsx';
import { useLoad } from '#web/use-load.ts';
import { atMonth } from '#web/use-month-in-address.ts';
import type { Reply } from '#wire/call.ts';
import { notifyClosed } from '../notify-button.tsx';
import styles from './closed-days-bulk-screen.module.css';
import { closedDaysRange, openClosedDaysBulk, registerClosedDays } from './contract.ts';

export function ClosedDaysBulkScreen() {
  const { data } = useLoad(openClosedDaysBulk, {});
  return data ? <BulkForm offered={data} /> : <Loading />;
}

const KIND = { id: 'closed-days-kind', label: '設定内容', required: false, error: null };

function BulkForm({ offered }: { offered: Reply<typeof openClosedDaysBulk> }) {
  const form = useForm(closedDaysRange, closedDaysRange.blank);
  return (
    <BulkFrame
      master="休日マスタ"
      month={OFFICE.closedDays}
      form={form}
      opensAt={({ from }) => atMonth(OFFICE.closedDays, monthOf(from ?? ''))}
      about={(range) => <ChangeList after={{ ...describeRange(range), 設定内容: '休診日' }} />}
      register={async (range) => {
        const saved = await send(registerClosedDays, range);
        const { dayCount, reservationCount } = saved;
        return {
          details: (
            <>
              <p>{dayCount > 0 ? `${dayCount} 日を休診日にしました。` : '新しく休診日にした日はありません。'}</p>
              {reservationCount > 0 && (
                <p>休診日にした日に、予約が {reservationCount} 件あります。予約は取り消されません。</p>
              )}
            </>
          ),
          notify: notifyClosed(saved, OFFICE.closedDays),
        };
      }}
    >
      <Section title="対象の日">
        <RangeFields form={form} offered={offered} holidayHint="選んだ曜日のほかに、期間内の祝日を加えます。" />
      </Section>
      <Section title="設定">
        <FieldGroup field={KIND}>
          <span className={styles.fixed}>休診日</span>
        </FieldGroup>
      </Section>
    </BulkFrame>
  );
}
