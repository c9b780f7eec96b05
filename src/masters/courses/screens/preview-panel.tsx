// この条件で誰がいくら: what a person of a category, sex and age would be offered, by the rules of the booking itself.

import { type ReactNode, useId, useState } from 'react';
import { formatYen } from '#domain/calendar/japanese-dates.ts';
import { NO_CATEGORY, type PersonTraits, SEX_WORDS, type Sex } from '#domain/offer/conditions.ts';
import { send } from '#web/send.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { Form } from '#web/ui/form-element.tsx';
import { Grid, Row, Stack } from '#web/ui/layout.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { type AnyRows, useRowCounts } from '#web/ui/rows.ts';
import type { Reply } from '#wire/call.ts';
import { previewCourse } from '../contract.ts';
import type { CourseKey } from '../contract-fields.ts';
import styles from './preview-panel.module.css';
import { AgeInput, Choose, readAge } from './tool-box.tsx';

interface PreviewPanelProps {
  courseKey: CourseKey;
  categories: readonly { categoryCode: string; name: string }[];
  rows: AnyRows;
  /** From the rows as they stand on the screen, saved or not; the server knows the rest. */
  priceOnScreen?(person: PersonTraits): number | null;
  framesOnScreen?(person: PersonTraits): string[];
}

interface Offer {
  amount: number | null;
  frames: string[];
  options: Reply<typeof previewCourse>['options'];
}

const SEXES = [
  { value: 'male', label: SEX_WORDS.male },
  { value: 'female', label: SEX_WORDS.female },
];

export function PreviewPanel(props: PreviewPanelProps) {
  const { courseKey: key, categories, rows } = props;
  const id = useId();
  const dialogs = useDialogs();
  const [categoryCode, setCategoryCode] = useState(categories[0]?.categoryCode ?? NO_CATEGORY);
  const [sex, setSex] = useState<Sex>('female');
  const [typedAge, setTypedAge] = useState('40');
  const [offer, setOffer] = useState<Offer | null>(null);
  const { editedCount } = useRowCounts(rows);

  async function look() {
    const age = readAge(typedAge);
    if (age === null) return dialogs.inputError(['年齢は整数値で入力してください。']);
    const person = { categoryCode, sex, age };
    await dialogs.attempt(async () => {
      const saved = await send(previewCourse, { key, ...person, categoryCode: categoryCode || null });
      const amount = saved.conditionCode === null ? null : saved.amount;
      setOffer({
        amount: props.priceOnScreen ? props.priceOnScreen(person) : amount,
        frames: props.framesOnScreen?.(person) ?? saved.frames.map(({ frameName }) => frameName),
        options: saved.options,
      });
    });
  }

  return (
    <Panel title="この条件で誰がいくら">
      <Form row gap="2" onSubmit={look}>
        {categories.length > 0 && (
          <Choose
            className={styles.category}
            id={`${id}-category`}
            label="対象者区分"
            value={categoryCode}
            onChange={setCategoryCode}
            options={categories.map((each) => ({ value: each.categoryCode, label: each.name }))}
          />
        )}
        <Choose id={`${id}-sex`} label="性別" value={sex} onChange={setSex} options={SEXES} />
        <AgeInput id={`${id}-age`} label="年齢" value={typedAge} onChange={setTypedAge} />歳
        <Button type="submit">確認</Button>
      </Form>
      <div role="status">{offer && <OfferShown offer={offer} />}</div>
      <p className={styles.note}>
        {props.priceOnScreen
          ? '料金は画面の行から、ほかは保存されている内容から確認します。'
          : props.framesOnScreen
            ? '予約枠は画面の行から、ほかは保存されている内容から確認します。'
            : `保存されている内容から確認します。${editedCount > 0 ? '変更中の行は更新してからご確認ください。' : ''}`}
      </p>
    </Panel>
  );
}

function OfferShown({ offer: { amount, frames, options } }: { offer: Offer }) {
  const isBookable = amount !== null && frames.length > 0;
  return (
    <Grid as="dl" columns="auto 1" gap="3" lines="1" className={styles.offer}>
      <dt>予約</dt>
      <dd data-tone={isBookable ? undefined : 'wrong'}>{isBookable ? 'できます' : 'できません'}</dd>
      <dt>料金</dt>
      <dd>{amount === null ? '合う行がありません' : formatYen(amount)}</dd>
      <dt>予約枠</dt>
      <dd>{frames.join('、') || '合う行がありません'}</dd>
      <dt>オプション</dt>
      <dd>
        {options.length === 0
          ? 'ありません'
          : options.map((option) => (
              <Row
                key={option.groupCode + option.optionCode}
                as="span"
                wrap={false}
                gap="3"
                align="stretch"
                justify="between"
                className={styles.option}
              >
                {option.name} <b>{formatYen(option.amount)}</b>
              </Row>
            ))}
      </dd>
    </Grid>
  );
}

export function TwoColumns({ side, children }: { side: ReactNode; children: ReactNode }) {
  return (
    <Stack gap="6" align="start" className={styles.columns}>
      <div className={styles.main}>{children}</div>
      <div className={styles.side}>{side}</div>
    </Stack>
  );
}
