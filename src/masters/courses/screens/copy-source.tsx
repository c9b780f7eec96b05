// Which course is to be copied, for somebody whose client has none yet: of which client, and then which.
import { useEffect, useState } from 'react';
import { SelectField } from '#web/ui/fields.tsx';
import { unbound } from '#web/ui/form.ts';
import { Loading } from '#web/ui/notice.tsx';
import { Section } from '#web/ui/section.tsx';
import { useLoad } from '#web/use-load.ts';
import { listCourses, searchCourses } from '../contract.ts';
import { type CourseKey, joinKey } from '../contract-fields.ts';
import { namesApart } from './client-names.ts';

interface CopySourceProps {
  /** The client that has none. */
  except: string;
  onPick(key: CourseKey): void;
}

export function CopySource({ except, onPick }: CopySourceProps) {
  const { data } = useLoad(listCourses, { clientCode: except });
  const [chosen, setChosen] = useState<string | null>(null);
  const clients = data?.clients.filter(({ clientCode, hasCourses }) => hasCourses && clientCode !== except) ?? [];
  const clientCode = chosen ?? clients[0]?.clientCode ?? null;
  if (!data) return <Loading />;
  return (
    <Section title="コピー元">
      <SelectField
        {...unbound('copy-client', 'クライアント', clientCode ?? '', setChosen)}
        options={[...namesApart(clients)].map(([value, label]) => ({ value, label }))}
      />
      {clientCode && <CourseOf key={clientCode} clientCode={clientCode} onPick={onPick} />}
    </Section>
  );
}

/** The first, until another is chosen. */
function CourseOf({ clientCode, onPick }: { clientCode: string; onPick: CopySourceProps['onPick'] }) {
  const { data } = useLoad(searchCourses, { clientCode });
  const [chosen, setChosen] = useState<string | null>(null);
  const courses = data?.courses ?? [];
  const course = courses.find(({ key }) => joinKey(key) === chosen) ?? courses[0];
  useEffect(() => {
    if (course) onPick(course.key);
  }, [course, onPick]);
  return (
    <SelectField
      {...unbound('copy-course', 'コース', course ? joinKey(course.key) : '', setChosen)}
      options={courses.map(({ key, name }) => ({ value: joinKey(key), label: `${name}（${key.fiscalYear}年度）` }))}
      width="wide"
    />
  );
}
