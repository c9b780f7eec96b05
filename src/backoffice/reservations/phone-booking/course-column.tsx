// Column 2: through whom, which course, which options, and what it comes to.
import { formatOfficeDate, formatYen } from '#domain/calendar/japanese-dates.ts';
import { payerOf } from '#domain/reservation/user-kind.ts';
import { SelectField } from '#web/ui/fields.tsx';
import { unbound } from '#web/ui/form.ts';
import { Muted, Stack } from '#web/ui/layout.tsx';
import { OptionGroups, PickRow, PickRows } from '../option-groups.tsx';
import { PLACES, SENTENCES } from './booking.ts';
import { chooseClient, chooseCourse, chooseYear } from './choices.ts';
import { Column, enterColumn } from './column.tsx';
import styles from './course-column.module.css';
import { type CourseRow, changeGroup, inOrder, type Offer, type Total, unfitWord, writePrice } from './course-offer.ts';
import type { PhoneBookingState } from './use-phone-booking-state.ts';

interface CourseColumnProps {
  state: PhoneBookingState;
  isCategoryMissing: boolean;
}

export function CourseColumn({ state, isCategoryMissing }: CourseColumnProps) {
  const { choices, setChoices, options, total } = state;
  const { data: offer, refusal } = state.offer;
  return (
    <Column number={2} title="コースとオプション" isLoading={state.isOfferBehind} onEnd={() => enterColumn(3)}>
      <ForWhom state={state} isCategoryMissing={isCategoryMissing} />
      {refusal?.sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {offer && <Courses state={state} offer={offer} />}
      {offer && state.course && (
        <OptionGroups
          key={`${choices.clientCode}/${choices.fiscalYear}/${choices.courseCode}`}
          groups={offer.groups}
          chosen={options}
          lookOf={(option) => ({ end: writePrice(offer, option) })}
          onChange={(group, codes) => setChoices({ ...choices, optionKeys: changeGroup(options, group, codes) })}
        />
      )}
      {offer?.pricesShown && total && <TotalLine offer={offer} total={total} />}
    </Column>
  );
}

function ForWhom({ state, isCategoryMissing }: CourseColumnProps) {
  const { opening, choices, setChoices, categories, offer } = state;
  const { age = null, ageDate } = offer.data ?? {};
  return (
    <Stack gap="2">
      <Stack gap="2" className={styles.client}>
        <SelectField
          {...unbound('desk-client', 'クライアント', choices.clientCode, (code: string) =>
            setChoices(chooseClient(choices, code)),
          )}
          options={opening.clients.map(({ clientCode, name }) => ({ value: clientCode, label: name }))}
          width="full"
        />
        <SelectField
          {...unbound('desk-year', '年度', String(choices.fiscalYear), (year: string) =>
            setChoices(chooseYear(choices, Number(year))),
          )}
          options={opening.years.map((year) => ({ value: String(year), label: String(year) }))}
          width="full"
        />
      </Stack>
      {categories.length > 0 && (
        <SelectField
          {...unbound(PLACES.category, '対象者区分', choices.categoryCode, (categoryCode: string) =>
            setChoices({ ...choices, categoryCode }),
          )}
          required
          error={isCategoryMissing ? SENTENCES.category : null}
          options={categories.map(({ categoryCode, name }) => ({ value: categoryCode, label: name }))}
          none="選択してください"
          width="full"
        />
      )}
      <Muted className={styles.message}>
        {age !== null && ageDate && (
          <>
            {formatOfficeDate(ageDate)}時点の年齢 <b>{age}歳</b> で判定
          </>
        )}
      </Muted>
    </Stack>
  );
}

const TAGS: Readonly<Partial<Record<CourseRow['state'], string>>> = { private: '非公開', period: '受付期間外' };

function Courses({ state: { choices, setChoices }, offer }: { state: PhoneBookingState; offer: Offer }) {
  const amounts = payerOf(choices.clientCode) === 'insurance' ? 'ご負担額' : '料金';
  const rows = inOrder(offer.courses);
  if (rows.length === 0) return <Muted>この年度のコースがありません。</Muted>;
  return (
    <PickRows
      name="コース"
      aside={offer.pricesShown && `${offer.taxDisplay === 'excluded' ? '税抜' : '税込'}・${amounts}`}
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
          onChoose={() => setChoices(chooseCourse(choices, row.courseCode))}
        >
          {row.name}
        </PickRow>
      ))}
    </PickRows>
  );
}

function TotalLine({ offer, total }: { offer: Offer; total: Total }) {
  const write = (yen: number) => `${formatYen(yen)}${total.isFrom ? '〜' : ''}`;
  return (
    <div className={styles.total} aria-live="polite">
      {offer.taxDisplay === 'excluded' && (
        <p>
          <span>合計（税抜）</span>
          <span>{write(total.sum)}</span>
        </p>
      )}
      <p>
        <span>合計（税込）</span>
        <b>{write(total.payable)}</b>
      </p>
    </div>
  );
}
