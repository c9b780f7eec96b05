// Asks before something is cancelled: why, and whether people are written to.
import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { ModalBox } from '#web/ui/dialog-box.tsx';
import { CheckboxField, SelectField, TextArea } from '#web/ui/fields.tsx';
import { type Bound, useForm } from '#web/ui/form.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { type Saving, useSave } from '#web/use-save.ts';
import type { Value } from '#wire/record.ts';
import { cancelForm, requireReason } from './contract-edit.ts';

/** What is often said; each has a short name to choose it by. */
const PHRASES: Readonly<Record<string, string>> = {
  電話でのご相談: 'お電話でご相談いただいたとおり、日時を変更いたしました。',
  満員のため: 'ご希望の日時が満員のため、近い日時でご用意いたしました。',
  検査機器の都合: '検査機器の都合により、日時を変更させていただきました。ご迷惑をおかけし申し訳ございません。',
  早めのご来院: '当日は受付時間の10分前までにお越しください。',
  取消の承り: 'ご連絡いただいたとおり、キャンセルを承りました。またのご利用をお待ちしております。',
};

export function NoticeField(field: Bound<string>) {
  const add = (phrase: string) => field.onChange([field.value, phrase].filter(Boolean).join('\n'));
  return (
    <>
      <TextArea {...field} rows={4} hint="メールの{{連絡事項}}に入ります。テンプレートにない場合は末尾に添えます。" />
      <Row as="fieldset" gap="1-half" align="stretch" data-buttons="small">
        <legend className="visually-hidden">定型文を追加</legend>
        {Object.entries(PHRASES).map(([name, phrase]) => (
          <Button key={name} title={phrase} onClick={() => add(phrase)}>
            <Icon name="plus" />
            {name}
          </Button>
        ))}
      </Row>
    </>
  );
}

export const ReasonField = ({ reasons, ...field }: Bound<string> & { reasons: readonly string[] }) => (
  <SelectField
    {...field}
    none="選択してください"
    options={reasons.map((reason) => ({ value: reason, label: reason }))}
    width="full"
  />
);

interface CancelBoxProps {
  /** The institution's words; without any, nobody is asked. */
  reasons: readonly string[];
  mailHint: string;
  canMail: boolean;
  ok: string;
  isOff?: boolean;
  saving: Saving<Value<typeof cancelForm>, unknown>;
  onClose(): void;
  children: ReactNode;
}

export function CancelBox(props: CancelBoxProps) {
  const { reasons, mailHint, canMail, ok, isOff = false, saving, onClose, children } = props;
  const form = useForm(
    cancelForm.rule((value, report) => requireReason(reasons.length > 0, value, report)),
    cancelForm.blank,
  );
  const { isBusy, save } = useSave();
  const tick = { ...form.bind('sendMail'), edited: false };
  return (
    <ModalBox
      title="予約の取り消し"
      tone="wrong"
      onClose={onClose}
      onSubmit={() => save(form.submit, saving)}
      details={
        <Stack gap="3">
          {reasons.length > 0 && (
            <ReasonField {...form.bind('cancelReason')} edited={false} required reasons={reasons} />
          )}
          {canMail ? (
            <CheckboxField {...tick} text="受診者へ通知メールを送信する" hint={tick.value ? mailHint : undefined} />
          ) : (
            <p>{mailHint}</p>
          )}
          {tick.value && <NoticeField {...form.bind('notice')} edited={false} />}
        </Stack>
      }
      buttons={[
        <Button key="give up" kind="quiet" onClick={onClose}>
          やめる
        </Button>,
        <Button key="cancel" kind="danger" type="submit" disabled={isBusy || isOff}>
          {ok}
        </Button>,
      ]}
    >
      {children}
    </ModalBox>
  );
}
