// Why a reservation is cancelled, and whether the person is written to.
import { CheckboxField, SelectField } from '#web/ui/fields.tsx';
import type { Bound, Form } from '#web/ui/form.ts';
import { Stack } from '#web/ui/layout.tsx';
import type { Draft, Value } from '#wire/record.ts';
import type { cancelForm } from './contract-edit.ts';
import { NoticeField } from './notice-field.tsx';

interface ReasonFieldProps extends Bound<string> {
  reasons: readonly string[];
}

export const ReasonField = ({ reasons, ...field }: ReasonFieldProps) => (
  <SelectField
    {...field}
    none="選択してください"
    options={reasons.map((reason) => ({ value: reason, label: reason }))}
    width="full"
  />
);

interface CancelFieldsProps {
  form: Form<(typeof cancelForm)['fields'], Value<typeof cancelForm>, Draft<typeof cancelForm>>;
  /** None: nobody is asked. */
  reasons: readonly string[];
  /** Whom a mail goes to, or why to nobody. */
  mailHint: string;
  /** Somebody can be written to. */
  canMail: boolean;
}

export function CancelFields({ form, reasons, mailHint, canMail }: CancelFieldsProps) {
  const tick = { ...form.bind('sendMail'), edited: false };
  return (
    <Stack gap="3">
      {reasons.length > 0 && <ReasonField {...form.bind('cancelReason')} edited={false} required reasons={reasons} />}
      {canMail ? (
        <CheckboxField {...tick} text="受診者へ通知メールを送信する" hint={tick.value ? mailHint : undefined} />
      ) : (
        <p>{mailHint}</p>
      )}
      {tick.value && <NoticeField {...form.bind('notice')} edited={false} />}
    </Stack>
  );
}
