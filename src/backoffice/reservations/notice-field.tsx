// What a mail says beside its template: typed, or taken from what is often said.
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/fields.tsx';
import type { Bound } from '#web/ui/form.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';

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
