// Fields that only the institution has: an address with the search by postal code, the background picture, and the terms of use.

import { useEffect, useId, useState } from 'react';
import { splitPostalCode } from '#domain/text/normalize.ts';
import { commonPart } from '#domain/text/postal-address.ts';
import { findAddresses } from '#postal/contract.ts';
import type { FormOf } from '#web/master-screens/master.ts';
import { send } from '#web/send.ts';
import { Button, FileButton } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { FieldError, FieldGroup, FieldHint, InlineFields, whenAllLeft } from '#web/ui/field-frame.tsx';
import { inputProps, TextArea, TextField } from '#web/ui/fields.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { normalized } from '#wire/field.ts';
import { institutionValues, isPostalCode } from './contract.ts';
import styles from './institution-fields.module.css';
import { checkPicture, PICTURE_TYPES } from './picture.ts';

type InstitutionForm = FormOf<typeof institutionValues>;

interface AddressRowsProps {
  form: InstitutionForm;
  side: 'contract' | 'exam';
  addressHint: string;
  phoneHint: string;
}

/** One of the institution's addresses, with the search that fills it in from the postal code. */
export function AddressRows({ form, side, addressHint, phoneHint }: AddressRowsProps) {
  const dialogs = useDialogs();
  const [found, setFound] = useState('');
  const postalCode = form.bind(`${side}PostalCode`);
  const address1 = form.bind(`${side}Address1`);
  const { value } = postalCode;

  async function search() {
    const code = normalized(institutionValues.fields[`${side}PostalCode`], value);
    if (!isPostalCode(code)) return setFound('郵便番号を3桁と4桁の半角数字で入力してください。');
    await dialogs.attempt(async () => {
      const { addresses } = await send(findAddresses, { postalCode: code.first + code.second }, { anonymous: true });
      const common = commonPart(addresses);
      if (!common) return setFound('該当する住所が見つかりませんでした。住所を直接入力してください。');
      setFound(addresses.length > 1 ? '該当する町域が複数あります。住所1の続きを入力してください。' : '');
      address1.onChange(common.prefecture + common.city + common.town);
      document.getElementById(address1.id)?.focus();
    });
  }

  const part = (name: 'first' | 'second', word: string) => (
    <input
      {...inputProps({
        ...postalCode,
        id: name === 'first' ? postalCode.id : `${postalCode.id}-${name}`,
        value: value[name],
        onChange(text) {
          // What was said of a code is not true of another one.
          setFound('');
          postalCode.onChange(splitPostalCode(text) ?? { ...value, [name]: text });
        },
      })}
      onBlur={whenAllLeft(postalCode.onBlur)}
      aria-label={`${postalCode.label}（${word}）`}
      aria-describedby={postalCode.error ? `${postalCode.id}-error` : undefined}
      data-width="code"
      inputMode="numeric"
      autoComplete="off"
    />
  );
  return (
    <>
      <FieldGroup field={postalCode} write={({ first, second }) => first && `${first}-${second}`}>
        <InlineFields>
          〒{part('first', '3桁')}－{part('second', '4桁')}
          <Button aria-label={`住所検索（${address1.label}）`} onClick={search}>
            住所検索
          </Button>
        </InlineFields>
        <FieldHint role="status">{found}</FieldHint>
      </FieldGroup>
      <TextField {...address1} hint={addressHint} />
      <TextField {...form.bind(`${side}Address2`)} hint="建物名・階など" />
      <TextField {...form.bind(`${side}Phone`)} type="tel" inputMode="tel" width="middle" hint={phoneHint} />
    </>
  );
}

export type PictureChoice = 'as-is' | 'none' | File;

interface PictureFieldProps {
  /** The address of the picture that is registered, or ''. */
  url: string;
  fileName: string;
  choice: PictureChoice;
  onChange(choice: PictureChoice): void;
}

/** Whether there is a picture, what it looks like, and choosing or removing it. */
export function PictureField({ url, fileName, choice, onChange }: PictureFieldProps) {
  const id = useId();
  const [error, setError] = useState<string | null>(null);
  const [preview, setPreview] = useState('');
  useEffect(() => {
    if (!(choice instanceof File)) return setPreview('');
    const address = URL.createObjectURL(choice);
    setPreview(address);
    return () => URL.revokeObjectURL(address);
  }, [choice]);

  async function choose(file: File | undefined) {
    if (!file) return;
    const judgement = checkPicture(new Uint8Array(await file.arrayBuffer()));
    setError(judgement.problem ?? null);
    if (judgement.problem === undefined) onChange(file);
  }

  const shown = choice === 'as-is' ? url : preview;
  const name = choice === 'as-is' ? fileName : choice === 'none' ? '' : choice.name;
  return (
    <FieldGroup field={{ id, label: 'トップページの背景画像', required: false, error: null }}>
      <Stack gap="2" className={styles.picture}>
        <p>
          <span className={styles.state} data-on={url ? '' : undefined}>
            {url ? '登録済み' : '未登録'}
          </span>
          {name}
          {choice instanceof File && <span className={styles.pending}>更新すると登録されます</span>}
          {choice === 'none' && <span className={styles.pending}>更新すると削除されます</span>}
        </p>
        {shown && <img src={shown} alt="背景画像のプレビュー" />}
        <p>
          <FileButton
            accept={PICTURE_TYPES.join()}
            aria-describedby={`${id}-hint ${id}-error`}
            onChange={({ target }) => {
              choose(target.files?.[0]);
              // Choosing the same file again is a choice too.
              target.value = '';
            }}
          >
            画像を選ぶ
          </FileButton>
          {/* One button in two states, which keeps the keyboard. */}
          {(choice !== 'as-is' || url) && (
            <Button kind="quiet" onClick={() => onChange(choice === 'as-is' ? 'none' : 'as-is')}>
              {choice === 'as-is' ? '画像を削除' : '元に戻す'}
            </Button>
          )}
        </p>
        <FieldHint id={`${id}-hint`}>PNG・JPEG・WebP、2MBまで。横長の写真が適しています。</FieldHint>
        <div id={`${id}-error`} role="alert">
          <FieldError id={`${id}-problem`}>{error}</FieldError>
        </div>
      </Stack>
    </FieldGroup>
  );
}

export function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^data:[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

const BLANKS = { id: 'terms-blanks', label: 'ひな形の【 】', required: false, error: null };

export function TermsOfUseField({ form }: { form: InstitutionForm }) {
  return (
    <>
      <TextArea {...form.bind('termsText')} rows={12} hint="予約の前に同意をいただく文章です。" />
      {hasBlanks(form.draft.termsText) && (
        <FieldGroup
          field={BLANKS}
          hint="入力していない項目と、この画面にない項目の【 】は残ります。書き換えてください。"
        >
          <Button onClick={() => form.set({ termsText: fillTermsOfUse(form.draft) })}>
            【 】に入力した内容を入れる
          </Button>
        </FieldGroup>
      )}
    </>
  );
}

/** The model's blanks, and that it is a model. */
export const hasBlanks = (terms: string) => /【|（ひな形）/.test(terms);

/** Fills the blanks 【 】 of the model terms with what the institution states of itself. */
export function fillTermsOfUse(draft: InstitutionForm['draft']): string {
  const side = draft.contractAddress1 ? 'contract' : 'exam';
  const { first, second } = draft[`${side}PostalCode`];
  const known: Readonly<Record<string, string>> = {
    医療機関名: draft.name,
    郵便番号: first && `〒${first}-${second}`,
    住所: [draft[`${side}Address1`], draft[`${side}Address2`]].filter(Boolean).join('　'),
    電話番号: draft.contractPhone || draft.examPhone,
    受付時間: draft.phoneHours.trim().replaceAll(/\s*\n\s*/g, '、'),
  };
  const filled = draft.termsText.replaceAll(/【([^】\n]*)】/g, (blank, word: string) =>
    /^\d+$/.test(word) ? draft.changeDeadlineDays || blank : known[word] || blank,
  );
  // While something is left to be written, it is still the model.
  return filled.includes('【') ? filled : filled.replace('（ひな形）', '');
}
