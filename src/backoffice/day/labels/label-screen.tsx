// Labels for tubes and files of the people that another screen has left: as they come out of the printer, on sheets of 24 or 12.
import { useState } from 'react';
import { Navigate } from 'react-router';
import { skippedNotice, useSlips } from '#backoffice/day/use-slips.ts';
import { openSendings } from '#backoffice/shared/contract-sendings.ts';
import { wantedLabels } from '#backoffice/shared/open-slips.ts';
import { PrintPage } from '#backoffice/shared/print-page.tsx';
import { NO_ADDRESS } from '#domain/text/check-address.ts';
import { foldKana } from '#domain/text/fold-text.ts';
import { OFFICE } from '#web/addresses.ts';
import { Loading } from '#web/ui/notice.tsx';
import { useLoad } from '#web/use-load.ts';
import { LABEL_PAPERS, placeLabels, placesOn } from './label-paper.ts';
import { copiesPreferences, type LabelContent, LabelSettings, paperPreference, useShift } from './label-settings.tsx';
import { AddressLabel, LabelSheet, TubeLabel } from './label-sheets.tsx';

export function LabelScreen() {
  const { numbers, from } = wantedLabels.use();
  if (numbers.length === 0) return <Navigate to={OFFICE.home} replace />;
  return <Labels numbers={numbers} back={from || OFFICE.home} />;
}

interface Person {
  visitDate: string;
  startTime: string;
  kana: string;
}

/** By day, time and kana, as people come. */
const keyOf = ({ visitDate, startTime, kana }: Person) =>
  `${visitDate} ${startTime.padStart(5, '0')} ${foldKana(kana)}`;

const inOrder = <P extends Person>(people: readonly P[]): P[] =>
  people
    .map((person) => ({ person, key: keyOf(person) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ person }) => person);

function Labels({ numbers, back }: { numbers: readonly number[]; back: string }) {
  const hasAddresses = back.startsWith(OFFICE.sendings);
  const [content, setContent] = useState<LabelContent>(hasAddresses ? 'address' : 'tube');
  const { data, goBack } = useSlips(numbers, back);
  const sendings = useLoad(openSendings, hasAddresses ? { until: null, chip: null, numbers: [...numbers] } : null);
  const paper = LABEL_PAPERS[paperPreference.use()];
  const copies = Number(copiesPreferences[content].use());
  const shift = useShift();
  const [wanted, setFirst] = useState(1);
  if (!data || (hasAddresses && !sendings.data)) return <Loading />;
  const first = Math.min(wanted, placesOn(paper));
  const rows = sendings.data?.rows ?? [];
  const known = rows.filter(({ addressMessage }) => addressMessage !== NO_ADDRESS);
  const missing = rows.length - known.length;
  const drawn =
    content === 'tube'
      ? inOrder(data.slips).map((slip) => ({ name: slip.name, label: <TubeLabel person={slip} paper={paper} /> }))
      : inOrder(known).map((row) => ({ name: row.name, label: <AddressLabel person={row} paper={paper} /> }));
  const sheets = placeLabels(drawn, { paper, copies, first });
  return (
    <PrintPage
      title="ラベル"
      crumbs={['予約管理']}
      aside={<span role="status">{`${drawn.length} 人・${drawn.length * copies} 枚・${sheets.length} シート`}</span>}
      notice={
        content === 'tube' ? skippedNotice(data.skipCount) : missing > 0 && `住所のない ${missing} 件を除きました。`
      }
      onBack={goBack}
      side={
        <LabelSettings
          content={content}
          onContent={hasAddresses ? setContent : null}
          first={first}
          onFirst={setFirst}
          last={sheets[0]?.at(-1)?.place ?? first}
        />
      }
    >
      {sheets.map((labels, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a sheet is its place among the sheets
        <LabelSheet key={index} paper={paper} labels={labels} shift={shift} title={`ラベル ${index + 1}枚目`} />
      ))}
    </PrintPage>
  );
}
