// The address: postal code with a search that fills in what belongs to the code, prefecture, city, street.
import { PREFECTURES } from '#domain/text/prefectures.ts';
import { Button } from '#web/ui/button.tsx';
import { inputProps } from '#web/ui/fields.tsx';
import type { Bound } from '#web/ui/form.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import { useAddressSearch } from '#web/use-address-search.ts';
import type { EntryDraft } from '../entry-values.ts';
import styles from './address-rows.module.css';
import { Part, PartLabel, PartsRow, PartWord } from './entry-fields.tsx';

type AddressName = 'postalCode1' | 'postalCode2' | 'prefecture' | 'city' | 'street';

interface AddressRowsProps {
  bind(name: AddressName): Bound<string>;
  draft: EntryDraft;
  set(change: Partial<EntryDraft>): void;
}

export function AddressRows({ bind, draft, set }: AddressRowsProps) {
  const [code1, code2] = [bind('postalCode1'), bind('postalCode2')];
  const [prefecture, city, street] = [bind('prefecture'), bind('city'), bind('street')];
  const { found, search, takeCode } = useAddressSearch(draft, set, () => document.getElementById(street.id)?.focus());

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
