// One of the institution's addresses, with the search that fills it in from the postal code.
import { useState } from 'react';
import { splitPostalCode } from '#domain/text/normalize.ts';
import { commonPart } from '#domain/text/postal-address.ts';
import { findAddresses } from '#postal/contract.ts';
import type { FormOf } from '#web/master-screens/master.ts';
import { send } from '#web/send.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { FieldGroup, FieldHint, InlineFields, whenAllLeft } from '#web/ui/field-frame.tsx';
import { inputProps, TextField } from '#web/ui/fields.tsx';
import { normalized } from '#wire/field.ts';
import { institutionValues, isPostalCode } from './contract.ts';

interface AddressRowsProps {
  form: FormOf<typeof institutionValues>;
  side: 'contract' | 'exam';
  addressHint: string;
  phoneHint: string;
}

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
