// How labels are printed: paper, copies, the first free place of a sheet that was begun, and by how much the printer is off.
import { useId } from 'react';
import { createPreference } from '#web/preferences.ts';
import { RadioField, SelectField } from '#web/ui/fields.tsx';
import { unbound } from '#web/ui/form.ts';
import { Muted, Row, Stack } from '#web/ui/layout.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { LABEL_PAPERS, type LabelPaperName, placesOn } from './label-paper.ts';
import styles from './label-settings.module.css';

const MOST_COPIES = 10;
const MOST_SHIFT_MM = 10;
const SHIFT_STEP_MM = 0.5;

export const paperPreference = createPreference<LabelPaperName>('label-paper', 'up24');
/** For the tubes and the file of a visit, or for one parcel. */
export const copiesPreferences = {
  specimen: createPreference<string>('label-copies', '3'),
  address: createPreference<string>('label-copies-address', '1'),
};
export type LabelContent = keyof typeof copiesPreferences;
const CONTENT_WORDS: Readonly<Record<LabelContent, string>> = { specimen: '検体・書類', address: '宛名' };
const shifts = {
  top: createPreference<string>('label-top', '0.0'),
  left: createPreference<string>('label-left', '0.0'),
};
export const useShift = () => ({ top: Number(shifts.top.use()), left: Number(shifts.left.use()) });

const toOption = (value: string) => ({ value, label: value.replace('-', '−') });
const COPIES = Array.from({ length: MOST_COPIES }, (_, index) => toOption(String(index + 1)));
const SHIFTS = Array.from({ length: (2 * MOST_SHIFT_MM) / SHIFT_STEP_MM + 1 }, (_, index) =>
  toOption((index * SHIFT_STEP_MM - MOST_SHIFT_MM).toFixed(1)),
);
const PAPER_WORDS: Readonly<Record<LabelPaperName, string>> = {
  up24: '24面　70.0 × 33.9 mm',
  up12: '12面　86.4 × 42.3 mm',
};

interface SettingsProps {
  content: LabelContent;
  /** Null where there is nothing to choose. */
  onContent: ((content: LabelContent) => void) | null;
  first: number;
  onFirst(place: number): void;
  /** The last place of the first sheet that is printed. */
  last: number;
}

export function LabelSettings({ content, onContent, first, onFirst, last }: SettingsProps) {
  const id = useId();
  const paper = paperPreference.use();
  const copies = copiesPreferences[content];
  const top = shifts.top.use();
  const left = shifts.left.use();
  return (
    <Panel title="用紙と枚数">
      <Stack gap="3" className={styles.settings}>
        {onContent && <RadioField {...unbound(`${id}content`, '内容', content, onContent)} words={CONTENT_WORDS} />}
        <RadioField {...unbound(`${id}paper`, '用紙', paper, paperPreference.set)} words={PAPER_WORDS} />
        <SelectField
          {...unbound(`${id}copies`, '1人あたりの枚数', copies.use(), copies.set)}
          options={COPIES}
          width="tiny"
        />
        <fieldset className={styles.places} data-columns={LABEL_PAPERS[paper].columns}>
          <legend>{`始める位置（${first}番目）`}</legend>
          {Array.from({ length: placesOn(LABEL_PAPERS[paper]) }, (_, index) => index + 1).map((place) => (
            <label key={place} data-use={place < first ? 'used' : place <= last ? 'filled' : undefined}>
              <input
                type="radio"
                className="visually-hidden"
                name={`${id}place`}
                checked={place === first}
                onChange={() => onFirst(place)}
              />
              {place}
            </label>
          ))}
        </fieldset>
        <fieldset>
          <legend>位置の調整（このパソコンに保存）</legend>
          <Row gap="3">
            <SelectField {...unbound(`${id}top`, '上（mm）', top, shifts.top.set)} options={SHIFTS} width="short" />
            <SelectField {...unbound(`${id}left`, '左（mm）', left, shifts.left.set)} options={SHIFTS} width="short" />
          </Row>
        </fieldset>
        <Muted>
          印刷の画面で「倍率 100%」「余白 なし」を選んでください。はじめは普通紙に印刷し、ラベルに重ねて確かめます。
        </Muted>
      </Stack>
    </Panel>
  );
}
