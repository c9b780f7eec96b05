// The clients master as the shared screens need it.
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { makeDate } from '#domain/calendar/plain-date.ts';
import { ageDay } from '#domain/offer/age.ts';
import { AGE_BASIS, BOOKING_METHOD } from '#domain/offer/master-words.ts';
import { INDIVIDUAL, isInsurerNumber } from '#domain/offer/sentinels.ts';
import { hasCheckDigit } from '#domain/text/codes.ts';
import { MASTERS } from '#web/addresses.ts';
import { atKey } from '#web/key-in-address.ts';
import { defineMaster, type LookupsOf, type MasterForm } from '#web/master-screens/master.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { EMPTY_MARK } from '#web/ui/empty-mark.ts';
import { FieldError, FieldGroup, FieldHint, InlineFields, OtherValue } from '#web/ui/field-frame.tsx';
import { inputProps, RadioField, TextField } from '#web/ui/fields.tsx';
import { asChoice } from '#web/ui/form.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Section } from '#web/ui/section.tsx';
import type { Draft } from '#wire/record.ts';
import { clientCalls, clientFormLookup } from './contract.ts';

const POSSIBLE = { yes: '可', no: '不可' } as const;
const SHOWN = { no: '表示しない', yes: '表示する' } as const;
const wordOf = (words: Record<'yes' | 'no', string>, value: boolean) => words[value ? 'yes' : 'no'];

type ClientForm = MasterForm<typeof clientCalls.values, unknown, LookupsOf<typeof clientFormLookup>>;

function ClientRows({ form, lookups }: ClientForm) {
  return (
    <>
      <Section title="基本情報">
        <TextField {...form.bind('name')} />
        <TextField {...form.bind('nameKana')} />
        <TextField
          {...form.bind('shortName')}
          width="middle"
          hint="受診者抽出の一覧など、幅の狭い表に表示されます。空欄のときは名称を表示します。"
        />
        <TextField
          {...form.bind('insurerNumber')}
          width="short"
          inputMode="numeric"
          hint="8桁。6桁の国民健康保険は先頭に00を付けてください。会社など番号のないクライアントは空欄にします"
        />
        <TextField
          {...form.bind('url')}
          type="url"
          hint="http:// または https:// で始まるアドレス。健康保険・お勤め先の入力とコース選択の画面に、リンクを表示します。"
        />
        <RadioField {...asChoice(form.bind('usable'))} words={POSSIBLE} />
      </Section>
      <Section title="年齢の数え方">
        <AgeRows form={form} lookups={lookups} />
      </Section>
      <Section title="予約の受け方">
        <RadioField
          {...form.bind('bookingMethod')}
          words={BOOKING_METHOD}
          hint="希望予約は、職員が確認するまで確定しません。"
        />
        <RadioField
          {...asChoice(form.bind('guestBooking'))}
          words={POSSIBLE}
          hint="不可にすると、ログインした受診者だけが予約できます。"
        />
      </Section>
      <Section title="画面の表示">
        <RadioField
          {...asChoice(form.bind('questionnaireShown'))}
          words={SHOWN}
          hint="Web問診の機能が加わるまでは、どちらを選んでも画面は変わりません。"
        />
        <RadioField {...asChoice(form.bind('pricesShown'))} words={SHOWN} />
      </Section>
      <Section title="自動メール">
        <TextField {...form.bind('reminderDays')} {...interval('受診日の', '日前に送信')} label="受診前確認メール" />
        <TextField
          {...form.bind('promotionMonths')}
          {...interval('前回受診の', 'か月後に送信')}
          label="予約促進メール"
        />
      </Section>
    </>
  );
}

const interval = (before: string, after: string) =>
  ({ before, after, width: 'tiny', inputMode: 'numeric', hint: '0 のときは送信しません' }) as const;

function AgeRows({ form, lookups }: Pick<ClientForm, 'form' | 'lookups'>) {
  const [basis, month, day] = [form.bind('ageBasis'), form.bind('ageMonth'), form.bind('ageDay')];
  const atVisit = basis.value === 'visit_day';
  const part = (field: typeof month) => (
    <input
      {...inputProps(field)}
      aria-label={field.label}
      data-width="tiny"
      inputMode="numeric"
      autoComplete="off"
      disabled={atVisit}
    />
  );
  return (
    <>
      <RadioField
        {...basis}
        words={AGE_BASIS}
        onChange={(ageBasis) =>
          form.set(ageBasis === 'visit_day' ? { ageBasis, ageMonth: '0', ageDay: '0' } : { ageBasis })
        }
      />
      <FieldGroup field={{ id: `${month.id}-and-day`, label: '年齢起算月日', required: false, error: null }}>
        <InlineFields>
          {part(month)} 月 {part(day)} 日
        </InlineFields>
        <OtherValue field={month} write={(theirs) => `${theirs}月`} />
        <OtherValue field={day} write={(theirs) => `${theirs}日`} />
        <FieldError id={`${month.id}-error`}>{month.error}</FieldError>
        <FieldError id={`${day.id}-error`}>{day.error}</FieldError>
        <FieldHint role="status">{describeAgeDay(form.draft, lookups.fiscalYear)}</FieldHint>
      </FieldGroup>
    </>
  );
}

function describeAgeDay(
  { ageBasis, ageMonth, ageDay: day }: Draft<typeof clientCalls.values>,
  fiscalYear: number,
): string {
  if (ageBasis === 'visit_day') return '受診日時点の年齢で数えます。';
  const basis = { month: Number(ageMonth), day: Number(day) };
  if (ageBasis === '' || !makeDate(2000, basis.month, basis.day)) return '';
  const date = ageDay({ basis: ageBasis, ...basis }, fiscalYear, '');
  return `${fiscalYear}年度は ${formatOfficeDate(date)} 時点の年齢で数えます。`;
}

const categoriesOf = (clientCode: string) => atKey(MASTERS.categories.list, clientCalls.open.request, { clientCode });

export const master = defineMaster({
  addresses: MASTERS.clients,
  ...clientCalls,
  lookup: clientFormLookup,
  columns: [
    { label: '名称', text: ({ name }) => name },
    { label: '保険者番号', text: ({ insurerNumber }) => insurerNumber || EMPTY_MARK },
    { label: '利用', text: ({ usable }) => wordOf(POSSIBLE, usable) },
  ],
  isOff: ({ usable }) => !usable,
  canDelete: ({ clientCode }) => clientCode !== INDIVIDUAL,
  blank: {
    ...clientCalls.values.blank,
    usable: true,
    ageBasis: 'next_year',
    ageMonth: '3',
    ageDay: '31',
    bookingMethod: 'confirmed',
    guestBooking: true,
    pricesShown: true,
    reminderDays: '0',
    promotionMonths: '0',
  },
  // Most societies tell their members apart from their families.
  next: ({ clientCode }) => ({
    label: '続けて対象者区分を登録',
    to: categoriesOf(clientCode),
  }),
  FormRows: ClientRows,
  // Those who pay themselves have no categories.
  EditTools: ({ detail }) =>
    detail.record.clientCode !== INDIVIDUAL && (
      <LinkButton to={categoriesOf(detail.record.clientCode)}>
        対象者区分の設定
        <Icon name="right" />
      </LinkButton>
    ),
  describe: (client) => ({
    名称: client.name,
    カナ名称: client.nameKana,
    略称: client.shortName,
    保険者番号: client.insurerNumber,
    URL: client.url,
    利用: wordOf(POSSIBLE, client.usable),
    年齢起算条件: AGE_BASIS[client.ageBasis],
    年齢起算月日: client.ageBasis === 'visit_day' ? '' : `${client.ageMonth}月${client.ageDay}日`,
    予約方法: BOOKING_METHOD[client.bookingMethod],
    ゲスト予約: wordOf(POSSIBLE, client.guestBooking),
    問診の表示: wordOf(SHOWN, client.questionnaireShown),
    料金表示: wordOf(SHOWN, client.pricesShown),
    受診前確認メール: client.reminderDays === 0 ? '送信しない' : `${client.reminderDays}日前`,
    予約促進メール: client.promotionMonths === 0 ? '送信しない' : `${client.promotionMonths}か月後`,
  }),
  // Whoever types one may know better than the check digit.
  doubts: ({ insurerNumber: number }, before) =>
    number === before?.insurerNumber || !isInsurerNumber(number) || hasCheckDigit(number)
      ? []
      : [`保険者番号「${number}」の数字に入力の誤りがあるようです（最後の1桁がほかの桁と合いません）。`],
});
