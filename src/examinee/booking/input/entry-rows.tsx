// The rows of the information form, in sections: which there are, the kind of user says.
import { ageOn } from '#domain/offer/age.ts';
import { SEX_WORDS } from '#domain/offer/conditions.ts';
import { isInsurerNumber } from '#domain/offer/sentinels.ts';
import { type EntryName, entryRows } from '#domain/reservation/entry-form.ts';
import type { UserKind } from '#domain/reservation/user-kind.ts';
import { PREFECTURES } from '#domain/text/prefectures.ts';
import { BirthDateField, EntryPart } from '#examinee/parts/entry-form.tsx';
import { AgeText } from '#examinee/parts/pairs.tsx';
import { writeDay } from '#examinee/parts/words.ts';
import { Button } from '#web/ui/button.tsx';
import { inputProps, RadioField, TextArea, TextField } from '#web/ui/fields.tsx';
import { asChoice, type Form } from '#web/ui/form.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useAddressSearch } from '#web/use-address-search.ts';
import { entryForm } from '../contract-reserve.ts';
import { type EntryDraft, type EntryStart, type EntryValue, isOtherPerson, personIn } from '../entry-values.ts';
import { useFlow } from '../flow.ts';
import { PairField, Part, PartLabel, PartsRow, PartWord, SettledRow } from './entry-fields.tsx';
import styles from './entry-rows.module.css';

interface EntryRowsProps {
  form: Form<(typeof entryForm)['fields'], EntryValue, EntryDraft>;
  kind: UserKind;
  served: EntryStart;
}

function partOf(props: EntryRowsProps) {
  const rows = new Map(entryRows(props.kind).map((row) => [row.name, row]));
  return {
    ...props,
    isShown: (name: EntryName) => rows.get(name)?.shown ?? false,
    isOpen: (name: EntryName) => rows.get(name)?.enabled ?? false,
    label: (name: EntryName) => rows.get(name)?.label ?? '',
    bind: <K extends keyof EntryDraft & EntryName>(name: K) => ({
      ...props.form.bind(name),
      required: rows.get(name)?.required ?? false,
    }),
  };
}

type PartProps = ReturnType<typeof partOf>;

export function EntryRows(props: EntryRowsProps) {
  const part = partOf(props);
  return (
    <>
      {props.kind.payer === 'insurance' && <PayerPart {...part} />}
      <PersonPart {...part} />
      <ContactPart {...part} />
      <MorePart {...part} />
    </>
  );
}

const Company = ({ bind, isShown }: PartProps) =>
  isShown('companyName') && <TextField {...bind('companyName')} width="full" autoComplete="organization" />;

function PayerPart(part: PartProps) {
  const { served, isShown, label, bind } = part;
  const { insurance } = useFlow();
  // A company has neither.
  const hasNumber = isInsurerNumber(insurance.insurerNumber);
  const category = served.categories.find(({ categoryCode }) => categoryCode === insurance.categoryCode);
  return (
    <EntryPart id="entry-payer" title="健康保険・お勤め先">
      {isShown('clientName') && <SettledRow label={label('clientName')}>{served.clientName}</SettledRow>}
      {isShown('insurerNumber') && hasNumber && (
        <SettledRow label={label('insurerNumber')}>{insurance.insurerNumber}</SettledRow>
      )}
      {isShown('cardSymbol') && isShown('cardNumber') && hasNumber && (
        <PairField
          label="記号・番号"
          hint="資格確認書・資格情報のお知らせ・マイナポータルに記載されています。枝番は不要です"
          parts={[
            { field: bind('cardSymbol'), word: label('cardSymbol') },
            { field: bind('cardNumber'), word: label('cardNumber'), inputMode: 'numeric' },
          ]}
        />
      )}
      {isShown('categoryCode') && served.categories.length > 0 && (
        <SettledRow label={label('categoryCode')}>{category?.name ?? ''}</SettledRow>
      )}
      <Company {...part} />
    </EntryPart>
  );
}

function PersonPart(part: PartProps) {
  const { form, kind, served, isOpen, label, bind } = part;
  const { visit } = useFlow();
  const birthDate = entryForm.fields.birthDate.parse(form.draft.birthDate, () => {});
  return (
    <EntryPart id="entry-person" title="受診される方">
      {kind.origin !== 'guest' && isOtherPerson(served, personIn(form.draft)) && (
        <Notice>
          {kind.changes === undefined ? 'ご登録の方' : 'いまのご予約の方'}
          と生年月日または性別が異なります。実際に受診される方の氏名を入力してください。
        </Notice>
      )}
      {kind.payer === 'individual' && <Company {...part} />}
      <PairField
        label="氏名（カナ）"
        parts={[
          { field: bind('familyKana'), word: 'セイ' },
          { field: bind('givenKana'), word: 'メイ' },
        ]}
      />
      <PairField
        label="氏名（漢字）"
        parts={[
          { field: bind('familyName'), word: '姓', autoComplete: 'family-name' },
          { field: bind('givenName'), word: '名', autoComplete: 'given-name' },
        ]}
      />
      {isOpen('birthDate') ? (
        <BirthDateField {...bind('birthDate')} years={served.birthYears} />
      ) : (
        <SettledRow label={label('birthDate')}>{birthDate ? writeDay(birthDate) : ''}</SettledRow>
      )}
      <SettledRow label={label('age')}>
        <AgeText age={birthDate && visit ? ageOn(birthDate, served.ageDate ?? visit.date) : null} at={served.ageDate} />
      </SettledRow>
      {isOpen('sex') ? (
        <RadioField {...bind('sex')} marked words={SEX_WORDS} />
      ) : (
        <SettledRow label={label('sex')}>{form.draft.sex ? SEX_WORDS[form.draft.sex] : ''}</SettledRow>
      )}
    </EntryPart>
  );
}

function ContactPart(part: PartProps) {
  const { isShown, bind } = part;
  return (
    <EntryPart id="entry-contact" title="ご住所・ご連絡先">
      <AddressRows {...part} />
      <TextField
        {...bind('phone')}
        type="tel"
        hint="日中に連絡のとれる番号を入力してください。"
        inputMode="tel"
        autoComplete="tel"
        width="middle"
      />
      {isShown('employeeNumber') && (
        <TextField
          {...bind('employeeNumber')}
          hint="健康保険・お勤め先から求められている場合に入力してください。"
          width="middle"
        />
      )}
      <TextField
        {...bind('mail')}
        type="email"
        hint="ご予約の確認メールをお送りします。"
        inputMode="email"
        autoComplete="email"
        width="full"
      />
      <TextField {...bind('mailAgain')} type="email" inputMode="email" autoComplete="off" width="full" />
    </EntryPart>
  );
}

function MorePart({ isShown, bind }: PartProps) {
  return (
    <EntryPart id="entry-more" title="その他">
      {isShown('acceptsMail') && (
        <RadioField
          {...asChoice(bind('acceptsMail'))}
          hint="次回の健診のご案内などをお送りします。"
          marked
          words={{ yes: '受け取る', no: '受け取らない' }}
        />
      )}
      {isShown('remarks') && (
        <TextArea {...bind('remarks')} hint="ご相談やご要望があれば、1000文字以内で入力してください。" />
      )}
    </EntryPart>
  );
}

/** The postal code has a search that fills in what belongs to the code. */
function AddressRows({ form, bind }: PartProps) {
  const [code1, code2] = [bind('postalCode1'), bind('postalCode2')];
  const [prefecture, city, street] = [bind('prefecture'), bind('city'), bind('street')];
  const { found, search, takeCode } = useAddressSearch(form.draft, form.set, () =>
    document.getElementById(street.id)?.focus(),
  );

  return (
    <PartsRow id={`${code1.id}-address`} label="住所">
      <Part errors={[code1, code2]}>
        <div>
          <PartWord required={code1.required}>郵便番号</PartWord>
          <Row gap="2">
            <span className={styles.first}>
              <input
                {...inputProps(code1)}
                onChange={takeCode(code1)}
                aria-label="郵便番号（前3桁）"
                type="text"
                inputMode="numeric"
                autoComplete="postal-code"
              />
            </span>
            <span aria-hidden="true">－</span>
            <span className={styles.second}>
              <input
                {...inputProps(code2)}
                onChange={takeCode(code2)}
                aria-label="郵便番号（後4桁）"
                type="text"
                inputMode="numeric"
                autoComplete="off"
              />
            </span>
            <Button className={styles.search} onClick={search}>
              <Icon name="search" />
              住所検索
            </Button>
          </Row>
        </div>
        <div role="status">
          {found && (
            <Row
              as="p"
              wrap={false}
              gap="2"
              align="stretch"
              tone="soft"
              className={styles.found}
              data-done={found.isDone ? '' : undefined}
            >
              <Icon name={found.isDone ? 'check' : 'info'} />
              {found.sentence}
            </Row>
          )}
        </div>
      </Part>
      <Part errors={[prefecture]}>
        <PartLabel>
          <PartWord required={prefecture.required}>都道府県</PartWord>
          <select {...inputProps(prefecture)} data-width="middle" autoComplete="address-level1">
            <option value="">選択してください</option>
            {PREFECTURES.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </PartLabel>
      </Part>
      <Part errors={[city]}>
        <PartLabel>
          <PartWord required={city.required}>市区町村</PartWord>
          <input {...inputProps(city)} type="text" autoComplete="address-level2" />
        </PartLabel>
      </Part>
      <Part errors={[street]}>
        <PartLabel>
          <PartWord required={street.required}>番地・建物名</PartWord>
          <input {...inputProps(street)} type="text" autoComplete="street-address" />
        </PartLabel>
      </Part>
    </PartsRow>
  );
}
