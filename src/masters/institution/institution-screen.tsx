// The institution's own screen: one long form, and the page that says it was saved.
import { useState } from 'react';
import {
  BOOKING_KINDS,
  CALENDAR_FORMAT,
  FIRST_PASSWORD,
  TAX_DISPLAY,
  TAX_ROUNDING,
} from '#domain/offer/master-words.ts';
import { NEEDED_TO_OPEN } from '#domain/offer/needed-to-open.ts';
import { hyphenate } from '#domain/text/address.ts';
import { OFFICE } from '#web/addresses.ts';
import { Done } from '#web/master-screens/done-screen.tsx';
import { adoptNewer, EditFrame } from '#web/master-screens/edit-frame.tsx';
import { send } from '#web/send.ts';
import { officeSession } from '#web/session.ts';
import { ChangeList } from '#web/ui/change-list.tsx';
import { RadioField, TextArea, TextField } from '#web/ui/fields.tsx';
import { type Form, useForm } from '#web/ui/form.ts';
import { Loading } from '#web/ui/notice.tsx';
import { Section } from '#web/ui/section.tsx';
import { useLoad } from '#web/use-load.ts';
import type { Reply } from '#wire/call.ts';
import type { Value } from '#wire/record.ts';
import { institutionValues, openInstitution, updateInstitution } from './contract.ts';
import { AddressRows, type PictureChoice, PictureField, readBase64, TermsOfUseField } from './institution-fields.tsx';

const TITLE = '医療機関情報マスタ';
const AT_THE_FOOT = '受診者画面のいちばん下に表示されます。';

const CRUMBS = ['マスタ管理'];

export function InstitutionScreen() {
  const { data, replace } = useLoad(openInstitution, {});
  return data ? <InstitutionForm before={data} onNewer={replace} /> : <Loading />;
}

export function InstitutionDoneScreen() {
  return (
    <Done
      title="更新完了"
      crumbs={[...CRUMBS, TITLE]}
      sentence="医療機関情報マスタを更新しました。"
      back={{ label: 'TOPに戻る', to: OFFICE.home }}
    />
  );
}

type Institution = Reply<typeof openInstitution>;

function InstitutionForm({ before, onNewer }: { before: Institution; onNewer(newer: Institution): void }) {
  const plain = useForm(institutionValues, institutionValues.draft(before));
  const form = { ...plain, bind: markNeeded(plain.bind) };
  // Apart from the form, which is checked at every key: a picture may be megabytes.
  const [picture, setPicture] = useState<PictureChoice>('as-is');
  const pictureEdits = picture === 'as-is' ? 0 : 1;

  async function save(value: Value<typeof institutionValues>) {
    const file = picture instanceof File ? picture : null;
    await send(updateInstitution, {
      ...value,
      // Unsaid, it stays as it is, also where a colleague has just registered one.
      pictureRegistered: picture === 'as-is' ? null : file ? 'yes' : 'no',
      pictureFileName: file?.name ?? '',
      pictureSize: file?.size ?? 0,
      pictureContent: file ? await readBase64(file) : '',
      version: before.version,
    });
    officeSession.set({ isSending: value.sendingDays > 0 });
    // The bar shows the institution's name before the user's.
    const { userName } = officeSession.get();
    if (userName.startsWith(before.name)) {
      officeSession.set({ userName: value.name + userName.slice(before.name.length) });
    }
  }

  function revert() {
    form.revert();
    setPicture('as-is');
  }

  return (
    <EditFrame
      title={TITLE}
      crumbs={CRUMBS}
      form={{ ...form, editedCount: form.editedCount + pictureEdits, revert }}
      act="更新"
      about={(value) => (
        <ChangeList
          before={{ ...describe(before), 背景画像: before.pictureFileName }}
          after={{ ...describe(value), 背景画像: describePicture(picture, before.pictureFileName) }}
        />
      )}
      save={save}
      renew={async () => adoptNewer(await send(openInstitution, {}), before, onNewer, institutionValues.draft)}
      donePath={OFFICE.institutionDone}
      backPath={OFFICE.home}
    >
      <Section title="基本情報">
        <TextField {...form.bind('name')} />
        <TextField {...form.bind('nameKana')} hint={AT_THE_FOOT} />
        <TextField {...form.bind('nameEnglish')} />
        <TextField
          {...form.bind('homepageUrl')}
          type="url"
          hint={`http:// または https:// で始まるアドレス。${AT_THE_FOOT}`}
        />
      </Section>
      <Section title="契約窓口">
        <AddressRows form={form} side="contract" addressHint={AT_THE_FOOT} phoneHint="受診者画面に表示されます。" />
        <TextArea {...form.bind('phoneHours')} rows={2} width="wide" hint="受診者画面に表示されます。" />
      </Section>
      <Section title="受診会場">
        <AddressRows
          form={form}
          side="exam"
          addressHint={`${AT_THE_FOOT}メールの{{所在地}}にも入ります。`}
          phoneHint={`${AT_THE_FOOT}契約窓口と同じときは表示しません。`}
        />
      </Section>
      <Section title="予約の受け方">
        <RadioField {...form.bind('bookingKinds')} words={BOOKING_KINDS} />
        <RadioField {...form.bind('calendarFormat')} words={CALENDAR_FORMAT} />
        <TextField {...form.bind('bookableFromDays')} {...days('本日から', '日後から予約できます')} />
        <TextField {...form.bind('bookableToDays')} {...days('本日から', '日後まで予約できます')} />
        <TextField {...form.bind('changeDeadlineDays')} {...days('受診日の', '日前まで変更・取消できます')} />
        <RadioField
          {...form.bind('firstPassword')}
          words={FIRST_PASSWORD}
          hint="はじめて予約した受診者にお知らせするパスワードです。"
        />
      </Section>
      <Section title="取消">
        <TextArea
          {...form.bind('cancelReasons')}
          rows={7}
          width="middle"
          hint="職員が予約を取り消すときに選びます。1行に1つ、10件まで。ないときは、たずねません。"
        />
      </Section>
      <Section title="発送">
        <TextField {...form.bind('sendingDays')} {...days('受診日の', '日前に発送（0 = 使わない）')} />
        <TextField
          {...form.bind('sendingName')}
          width="middle"
          hint="受診者画面にも表示されます。何を送るかは、コースとオプション項目の「発送」で決めます。"
        />
      </Section>
      <Section title="料金">
        <RadioField {...form.bind('taxDisplay')} words={TAX_DISPLAY} />
        <RadioField {...form.bind('taxRounding')} words={TAX_ROUNDING} />
      </Section>
      <Section title="受診者画面">
        <PictureField
          url={before.pictureUrl}
          fileName={before.pictureFileName}
          choice={picture}
          onChange={setPicture}
        />
        <TextArea {...form.bind('message')} hint="トップページに表示されます。" />
        <TextArea {...form.bind('noCourseText')} hint="受診できるコースがないときに表示されます。" />
        <TextArea {...form.bind('slipNotes')} rows={4} hint="受診票に、1行を1つの注意として印刷されます。" />
        <TermsOfUseField form={form} />
      </Section>
    </EditFrame>
  );
}

/** Without them it can be saved, and the guide through the first day goes on asking. */
const markNeeded =
  (bind: Form<typeof institutionValues.fields, unknown>['bind']): typeof bind =>
  (name) =>
    name in NEEDED_TO_OPEN ? { ...bind(name), mark: '受付に必要' } : bind(name);

const days = (before: string, after: string) => ({ before, after, width: 'tiny', inputMode: 'numeric' }) as const;

function describePicture(picture: PictureChoice, registered: string): string {
  if (picture instanceof File) return `${picture.name}（新しい画像）`;
  return picture === 'none' ? '削除' : registered;
}

function describe(value: Value<typeof institutionValues>): Record<string, string> {
  return {
    医療機関名: value.name,
    カナ名称: value.nameKana,
    英語名: value.nameEnglish,
    ホームページURL: value.homepageUrl,
    契約窓口の郵便番号: hyphenate(value.contractPostalCode),
    契約窓口の住所1: value.contractAddress1,
    契約窓口の住所2: value.contractAddress2,
    契約窓口の電話番号: value.contractPhone,
    電話受付時間: value.phoneHours,
    受診会場の郵便番号: hyphenate(value.examPostalCode),
    受診会場の住所1: value.examAddress1,
    受診会場の住所2: value.examAddress2,
    受診会場の電話番号: value.examPhone,
    予約区分: BOOKING_KINDS[value.bookingKinds],
    カレンダー形式: CALENDAR_FORMAT[value.calendarFormat],
    予約可能期間の開始: `${value.bookableFromDays}日後`,
    予約可能期間の終了: `${value.bookableToDays}日後`,
    '変更・取消期限': `${value.changeDeadlineDays}日前`,
    発送日数: `${value.sendingDays}日前`,
    発送物の呼び名: value.sendingName,
    最初のパスワード: FIRST_PASSWORD[value.firstPassword],
    税表示: TAX_DISPLAY[value.taxDisplay],
    税の端数処理: TAX_ROUNDING[value.taxRounding],
    お知らせ: value.message,
    コースがないときの案内: value.noCourseText,
    受診票の注意事項: value.slipNotes,
    取消の理由: value.cancelReasons,
    '利用規約・個人情報の取り扱い': value.termsText,
  };
}
