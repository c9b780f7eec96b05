// The file on paper: every part and field of it with its name in Japanese.

import { PaperSheet, PrintPage } from '#backoffice/shared/print-page.tsx';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { entriesOf } from '#web/names-of.ts';
import { Stack } from '#web/ui/layout.tsx';
import { DISCLOSED, type Disclosure, type Entry, type Part, type ShownPerson } from './contract.ts';
import styles from './print-page.module.css';

function Entries({ part: { title, fields, lists = {} }, of, count }: { part: Part; of: Entry; count: number | null }) {
  const rows = Object.entries(fields).filter(([name]) => (of[name] ?? '') !== '');
  return (
    <section>
      <h2>{count === null ? title : `${title} ${count}`}</h2>
      <dl className={styles.rows}>
        {rows.map(([name, label]) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>{String(of[name])}</dd>
          </div>
        ))}
      </dl>
      {entriesOf(lists).map(([name, { title: listTitle }]) => {
        const lines = of[name];
        if (!Array.isArray(lines) || lines.length === 0) return null;
        return (
          <div key={name}>
            <h3>{listTitle}</h3>
            <ul>
              {lines.map((line, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: what has happened stays where it is
                <li key={index}>{Object.values(line).join(' ')}</li>
              ))}
            </ul>
          </div>
        );
      })}
    </section>
  );
}

/** Each of several by its reservation's number, or by its place in the file. */
function Parts({ part, of }: { part: Part; of: Entry | readonly Entry[] }) {
  if (!Array.isArray(of)) return Object.keys(of).length > 0 && <Entries part={part} of={of as Entry} count={null} />;
  return of.map((entry, index) => {
    const count = part.lists ? entry.reservation_number : index + 1;
    return <Entries key={count} part={part} of={entry} count={count} />;
  });
}

const TITLE = '個人データの開示';

export function PrintedPerson(props: { person: ShownPerson; written: Disclosure; onBack(): void }) {
  const { person, written, onBack } = props;
  return (
    <PrintPage title={TITLE} onBack={onBack}>
      <PaperSheet paper="portrait">
        <Stack gap="3">
          <h2>{TITLE}</h2>
          <p>{`${person.name} 様（${formatOfficeDate(person.birthDate)} 生まれ）`}</p>
          {entriesOf<keyof Disclosure, Part>(DISCLOSED).map(([name, part]) => (
            <Parts key={name} part={part} of={written[name]} />
          ))}
        </Stack>
      </PaperSheet>
    </PrintPage>
  );
}
