// Labels for tubes and files of the people that another screen has left: as they come out of the printer, on sheets of 24 or 12.
import { useState } from 'react';
import { Navigate } from 'react-router';
import { skippedNotice, useSlips } from '#backoffice/day/use-slips.ts';
import { wantedLabels } from '#backoffice/shared/open-slips.ts';
import { PrintPage } from '#backoffice/shared/print-page.tsx';
import { foldKana } from '#domain/text/fold-text.ts';
import { OFFICE } from '#web/addresses.ts';
import { Loading } from '#web/ui/notice.tsx';
import type { Slip } from '../slips/contract.ts';
import { LABEL_PAPERS, placeLabels, placesOn } from './label-paper.ts';
import { copiesPreference, LabelSettings, paperPreference, useShift } from './label-settings.tsx';
import { LabelSheet } from './label-sheets.tsx';

export function LabelScreen() {
  const { numbers, from } = wantedLabels.use();
  if (numbers.length === 0) return <Navigate to={OFFICE.home} replace />;
  return <Labels numbers={numbers} back={from || OFFICE.home} />;
}

/** By day, time and kana, as people come. */
const keyOf = ({ visitDate, startTime, kana }: Slip) => `${visitDate} ${startTime.padStart(5, '0')} ${foldKana(kana)}`;

function Labels({ numbers, back }: { numbers: readonly number[]; back: string }) {
  const { data, goBack } = useSlips(numbers, back);
  const paper = LABEL_PAPERS[paperPreference.use()];
  const copies = Number(copiesPreference.use());
  const shift = useShift();
  const [wanted, setFirst] = useState(1);
  if (!data) return <Loading />;
  const first = Math.min(wanted, placesOn(paper));
  const people = data.slips
    .map((slip) => ({ slip, key: keyOf(slip) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ slip }) => slip);
  const sheets = placeLabels(people, { paper, copies, first });
  return (
    <PrintPage
      title="ラベル"
      crumbs={['予約管理']}
      aside={<span role="status">{`${people.length} 人・${people.length * copies} 枚・${sheets.length} シート`}</span>}
      notice={skippedNotice(data.skipCount)}
      onBack={goBack}
      side={<LabelSettings first={first} onFirst={setFirst} last={sheets[0]?.at(-1)?.place ?? first} />}
    >
      {sheets.map((labels, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a sheet is its place among the sheets
        <LabelSheet key={index} paper={paper} labels={labels} shift={shift} title={`ラベル ${index + 1}枚目`} />
      ))}
    </PrintPage>
  );
}
