// Labels of the people that another screen has left, for tubes and files or for what is sent to them: as they come out of the printer.
import { type ReactNode, useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { skippedNotice, useSlips } from '#backoffice/day/use-slips.ts';
import { openSendings } from '#backoffice/shared/contract-sendings.ts';
import { wantedLabels } from '#backoffice/shared/open-slips.ts';
import { PrintPage } from '#backoffice/shared/print-page.tsx';
import { OFFICE } from '#web/addresses.ts';
import { Loading, Notice } from '#web/ui/notice.tsx';
import { useLoad } from '#web/use-load.ts';
import { LABEL_PAPERS, placeLabels, placesOn } from './label-paper.ts';
import { addressLabels, type Labelled, specimenLabels } from './label-people.ts';
import { copiesPreferences, type LabelContent, LabelSettings, paperPreference, useShift } from './label-settings.tsx';
import { LabelSheet } from './label-sheets.tsx';

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
  const paper = LABEL_PAPERS[paperPreference.use()];
  const copies = Number(copiesPreferences[content].use());
  const shift = useShift();
  const [wanted, setFirst] = useState(1);
  const first = Math.min(wanted, placesOn(paper));
  const sheets = placeLabels(people, { paper, copies, first });
  return (
    <PrintPage
      title="ラベル"
      crumbs={['予約管理']}
      aside={<span role="status">{`${people.length} 人・${people.length * copies} 枚・${sheets.length} シート`}</span>}
      notice={notice}
      onBack={onBack}
      side={
        <LabelSettings
          content={content}
          onContent={onContent}
          first={first}
          onFirst={setFirst}
          last={sheets[0]?.at(-1)?.place ?? first}
        />
      }
    >
      {sheets.length === 0 && <Notice>印刷できる予約がありません。</Notice>}
      {sheets.map((labels, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a sheet is its place among the sheets
        <LabelSheet key={index} paper={paper} labels={labels} shift={shift} title={`ラベル ${index + 1}枚目`} />
      ))}
    </PrintPage>
  );
}
