// Labels of the people that another screen has left, for tubes and files or for what is sent to them: what stands on each, and the sheets as
// they come out of the printer.
import { type ReactNode, useId, useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import type { Slip } from '#backoffice/day/slips/contract.ts';
import { skippedNotice, useSlips } from '#backoffice/day/use-slips.ts';
import { openSendings, type Sending } from '#backoffice/shared/contract-sendings.ts';
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { wantedLabels } from '#backoffice/shared/open-screens.ts';
import { PrintPage } from '#backoffice/shared/print-page.tsx';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { SHORT_SEX_WORDS } from '#domain/offer/conditions.ts';
import { NO_ADDRESS, writePostalCode } from '#domain/text/address.ts';
import { foldKana } from '#domain/text/fold-text.ts';
import { OFFICE } from '#web/addresses.ts';
import { createPreference } from '#web/preferences.ts';
import { RadioField, SelectField } from '#web/ui/fields.tsx';
import { unbound } from '#web/ui/form.ts';
import { Muted, Row, Stack } from '#web/ui/layout.tsx';
import { Loading, Notice } from '#web/ui/notice.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useLoad } from '#web/use-load.ts';
import styles from './label-screen.module.css';
import {
  LABEL_PAPERS,
  type Labelled,
  type LabelPaperName,
  LabelSheet,
  placeLabels,
  placesOn,
} from './label-sheets.tsx';

const MOST_COPIES = 10;
const MOST_SHIFT_MM = 10;
const SHIFT_STEP_MM = 0.5;

const paperPreference = createPreference<LabelPaperName>('label-paper', 'up24');
/** For the tubes and the file of a visit, or for one parcel. */
const copiesPreferences = {
  specimen: createPreference<string>('label-copies', '3'),
  address: createPreference<string>('label-copies-address', '1'),
};
type LabelContent = keyof typeof copiesPreferences;
const CONTENT_WORDS: Readonly<Record<LabelContent, string>> = { specimen: '検体・書類', address: '宛名' };
/** By how much this printer is off. */
const shifts = {
  top: createPreference<string>('label-top', '0.0'),
  left: createPreference<string>('label-left', '0.0'),
};

const toOption = (value: string) => ({ value, label: value.replace('-', '−') });
const COPIES = Array.from({ length: MOST_COPIES }, (_, index) => toOption(String(index + 1)));
const SHIFTS = Array.from({ length: (2 * MOST_SHIFT_MM) / SHIFT_STEP_MM + 1 }, (_, index) =>
  toOption((index * SHIFT_STEP_MM - MOST_SHIFT_MM).toFixed(1)),
);
const PAPER_WORDS: Readonly<Record<LabelPaperName, string>> = {
  up24: '24面　70.0 × 33.9 mm',
  up12: '12面　86.4 × 42.3 mm',
};

export function LabelScreen() {
  const { numbers, from, hasAddresses } = wantedLabels.use();
  const [content, choose] = useState<LabelContent>(hasAddresses ? 'address' : 'specimen');
  if (numbers.length === 0) return <Navigate to={OFFICE.home} replace />;
  const Labels = content === 'address' ? AddressLabels : SpecimenLabels;
  return (
    <Labels numbers={numbers} back={from || OFFICE.home} content={content} onContent={hasAddresses ? choose : null} />
  );
}

interface LabelsProps {
  numbers: readonly number[];
  back: string;
  content: LabelContent;
  /** Null where there is nothing to choose. */
  onContent: ((content: LabelContent) => void) | null;
}

function SpecimenLabels(props: LabelsProps) {
  const { data, goBack } = useSlips(props.numbers, props.back);
  if (!data) return <Loading />;
  return (
    <Sheets {...props} people={specimenLabels(data.slips)} notice={skippedNotice(data.skipCount)} onBack={goBack} />
  );
}

function AddressLabels(props: LabelsProps) {
  const navigate = useNavigate();
  const goBack = () => navigate(props.back);
  const { data } = useLoad(
    openSendings,
    { until: null, chip: null, numbers: [...props.numbers] },
    { onMissing: goBack },
  );
  if (!data) return <Loading />;
  const people = addressLabels(data.rows);
  const left = data.rows.length - people.length;
  return (
    <Sheets {...props} people={people} notice={left > 0 && `住所のない ${left} 件を除きました。`} onBack={goBack} />
  );
}

interface SheetsProps extends LabelsProps {
  people: readonly Labelled[];
  notice: ReactNode;
  onBack(): void;
}

function Sheets({ people, content, onContent, notice, onBack }: SheetsProps) {
  const id = useId();
  const paperName = paperPreference.use();
  const paper = LABEL_PAPERS[paperName];
  const copies = copiesPreferences[content].use();
  const [top, left] = [shifts.top.use(), shifts.left.use()];
  const [wanted, setFirst] = useState(1);
  const first = Math.min(wanted, placesOn(paper));
  const sheets = placeLabels(people, { paper, copies: Number(copies), first });
  const last = sheets[0]?.at(-1)?.place ?? first;
  const settings = (
    <Panel title="用紙と枚数">
      <Stack gap="3" className={styles.settings}>
        {onContent && <RadioField {...unbound(`${id}content`, '内容', content, onContent)} words={CONTENT_WORDS} />}
        <RadioField {...unbound(`${id}paper`, '用紙', paperName, paperPreference.set)} words={PAPER_WORDS} />
        <SelectField
          {...unbound(`${id}copies`, '1人あたりの枚数', copies, copiesPreferences[content].set)}
          options={COPIES}
          width="tiny"
        />
        <fieldset className={styles.places} data-columns={paper.columns}>
          <legend>{`始める位置（${first}番目）`}</legend>
          {Array.from({ length: placesOn(paper) }, (_, index) => index + 1).map((place) => (
            <label key={place} data-use={place < first ? 'used' : place <= last ? 'filled' : undefined}>
              <input
                type="radio"
                className="visually-hidden"
                name={`${id}place`}
                checked={place === first}
                onChange={() => setFirst(place)}
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
  const labelCount = people.length * Number(copies);
  return (
    <PrintPage
      title="ラベル"
      crumbs={['予約管理']}
      aside={<span role="status">{`${people.length} 人・${labelCount} 枚・${sheets.length} シート`}</span>}
      notice={notice}
      onBack={onBack}
      side={settings}
    >
      {sheets.length === 0 && <Notice>印刷できる予約がありません。</Notice>}
      {sheets.map((labels, index) => (
        <LabelSheet
          // biome-ignore lint/suspicious/noArrayIndexKey: a sheet is its place among the sheets
          key={index}
          paper={paper}
          labels={labels}
          shift={{ top: Number(top), left: Number(left) }}
          title={`ラベル ${index + 1}枚目`}
        />
      ))}
    </PrintPage>
  );
}

/** In the order that was asked for: the list that was left may have been sorted by a column. */
const specimenLabels = (slips: readonly Slip[]): Labelled[] =>
  slips.map(({ number, name, kana, birthDate, sex, patientNumber }) => ({
    number,
    name: withNarrowBlanks(name),
    lines: [
      { text: withNarrowBlanks(kana), points: 8 },
      { text: withNarrowBlanks(name), points: 14, isName: true },
      { text: `${formatOfficeDate(birthDate)}　${SHORT_SEX_WORDS[sex]}`, points: 9 },
      { text: patientNumber && `患 ${patientNumber}`, points: 9 },
    ],
    hasCode: true,
  }));

const keyOf = ({ visitDate, startTime, kana }: Sending) =>
  `${visitDate} ${startTime.padStart(5, '0')} ${foldKana(kana)}`;

/** By day, time and kana; without those who have no address. */
export const addressLabels = (rows: readonly Sending[]): Labelled[] =>
  rows
    .filter(({ addressMessage }) => addressMessage !== NO_ADDRESS)
    .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
    .map(({ number, name, postalCode, prefecture, city, street }) => ({
      number,
      name: withNarrowBlanks(name),
      lines: [
        { text: writePostalCode(postalCode), points: 9 },
        { text: prefecture + city, points: 9 },
        { text: street, points: 9 },
        { text: `${withNarrowBlanks(name)} 様`, points: 14, isName: true },
        { text: String(number), points: 8 },
      ],
      hasCode: false,
    }));
