// Column 2: through whom, which course, which options, and what it comes to.
import { formatOfficeDate, formatYen } from '#domain/calendar/japanese-dates.ts';
import { payerOf } from '#domain/reservation/user-kind.ts';
import { SelectField } from '#web/ui/fields.tsx';
import { unbound } from '#web/ui/form.ts';
import { Muted, Stack } from '#web/ui/layout.tsx';
import { OptionGroups, PickRow, PickRows } from '../option-groups.tsx';
import { PLACES } from './booking.ts';
import type { Opening } from './caller-form.ts';
import { type Choices, categoriesOf, chooseClient, chooseCourse, chooseYear } from './choices.ts';
import { Column } from './column.tsx';
import styles from './course-column.module.css';
import {
  type ChosenOption,
  type CourseRow,
  changeGroup,
  inOrder,
  type Offer,
  type Total,
  unfitWord,
  writePrice,
} from './course-offer.ts';

interface CourseColumnProps {
  opening: Opening;
  choices: Choices;
  onChange(choices: Choices): void;
  offer: Offer | null;
  /** Why there is none. */
  refusal: readonly string[];
  isLoading: boolean;
  course: CourseRow | null;
  options: readonly ChosenOption[];
  total: Total | null;
  /** A category is missing, and was asked for. */
  isCategoryMissing: boolean;
  onEnd(): void;
}

export function CourseColumn(props: CourseColumnProps) {
  const { offer, refusal, isLoading, choices, onChange, options, total, onEnd } = props;
  return (
    <Column number={2} title="コースとオプション" isLoading={isLoading} onEnd={onEnd}>
      <ForWhom {...props} />
      {refusal.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {offer && <Courses {...props} offer={offer} />}
      {offer && props.course && (
        <OptionGroups
          key={`${choices.clientCode}/${choices.fiscalYear}/${choices.courseCode}`}
          groups={offer.groups}
          chosen={options}
          lookOf={(option) => ({ end: writePrice(offer, option) })}
          onChange={(group, codes) => onChange({ ...choices, optionKeys: changeGroup(options, group, codes) })}
        />
      )}
      {offer?.pricesShown && total && <TotalLine offer={offer} total={total} />}
    </Column>
  );
}

function ForWhom({ opening, choices, onChange, offer, isCategoryMissing }: CourseColumnProps) {
  const categories = categoriesOf(opening, choices);
  const clients = opening.clients.map(({ clientCode, name }) => ({ value: clientCode, label: name }));
  const years = opening.years.map((year) => ({ value: String(year), label: String(year) }));
  const category = unbound(PLACES.category, '対象者区分', choices.categoryCode, (categoryCode: string) =>
    onChange({ ...choices, categoryCode }),
  );
  return (
    <Stack gap="2">
      <Stack gap="2" className={styles.client}>
        <SelectField
          {...unbound('desk-client', 'クライアント', choices.clientCode, (code: string) =>
            onChange(chooseClient(choices, code)),
          )}
          options={clients}
          width="full"
        />
        <SelectField
          {...unbound('desk-year', '年度', String(choices.fiscalYear), (year: string) =>
            onChange(chooseYear(choices, Number(year))),
          )}
          options={years}
          width="full"
        />
      </Stack>
      {categories.length > 0 && (
        <SelectField
          {...category}
          required
          error={isCategoryMissing ? '対象者区分を選択してください。' : null}
          options={categories.map(({ categoryCode, name }) => ({ value: categoryCode, label: name }))}
          none="選択してください"
          width="full"
        />
      )}
      <Muted className={styles.message}>
        {offer?.age !== null && offer?.ageDate && (
          <>
            {formatOfficeDate(offer.ageDate)}時点の年齢 <b>{offer.age}歳</b> で判定
          </>
        )}
      </Muted>
    </Stack>
  );
}

const TAGS: Readonly<Partial<Record<CourseRow['state'], string>>> = { private: '非公開', period: '受付期間外' };

const taxWord = ({ taxDisplay }: Pick<Offer, 'taxDisplay'>) => (taxDisplay === 'excluded' ? '税抜' : '税込');

function Courses({ offer, choices, onChange }: CourseColumnProps & { offer: Offer }) {
  const payer = payerOf(choices.clientCode);
  const rows = inOrder(offer.courses);
  if (rows.length === 0) return <Muted>この年度のコースがありません。</Muted>;
  return (
    <PickRows
      name="コース"
      aside={offer.pricesShown && `${taxWord(offer)}・${payer === 'insurance' ? 'ご負担額' : '料金'}`}
    >
      {rows.map((row, at) => (
        <PickRow
          key={row.courseCode}
          type="radio"
          name="desk-course"
          id={at === 0 ? PLACES.course : undefined}
          isChosen={row.courseCode === choices.courseCode && unfitWord(row) === null}
          isDisabled={unfitWord(row) !== null}
          tag={TAGS[row.state]}
          tagHint={
            row.state === 'period'
              ? `${formatOfficeDate(row.registrationFrom)}〜${formatOfficeDate(row.registrationTo)}`
              : undefined
          }
          end={unfitWord(row) ?? writePrice(offer, row)}
          onChoose={() => onChange(chooseCourse(choices, row.courseCode))}
        >
          {row.name}
        </PickRow>
      ))}
    </PickRows>
  );
}

function TotalLine({ offer, total }: { offer: Offer; total: Total }) {
  const from = total.isFrom ? '〜' : '';
  return (
    <div className={styles.total} aria-live="polite">
      {offer.taxDisplay === 'excluded' && (
        <p>
          <span>合計（税抜）</span>
          <span>{`${formatYen(total.sum)}${from}`}</span>
        </p>
      )}
      <p>
        <span>合計（税込）</span>
        <b>{`${formatYen(total.payable)}${from}`}</b>
      </p>
    </div>
  );
}
