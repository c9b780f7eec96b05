// Copying a course: what is copied, to whom, and what became of it.

import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { listCourses, searchCourses } from '#masters/courses/contract.ts';
import { copyValues, executeCourseCopy, MOST_TARGETS, openCourseCopy } from '#masters/courses/contract-copy.ts';
import { type CourseKey, joinKey } from '#masters/courses/contract-fields.ts';
import { ActionBar } from '#web/action-bar.tsx';
import { COURSES } from '#web/addresses.ts';
import { BackToGuide, useGuidePath } from '#web/master-screens/back-to-guide.tsx';
import { SaveButton } from '#web/master-screens/save-button.tsx';
import { PageHead } from '#web/page-head.tsx';
import { send } from '#web/send.ts';
import { LeaveButton, LinkButton } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { CheckboxField, SelectField, TextField } from '#web/ui/fields.tsx';
import { FilteredChoicesField } from '#web/ui/filtered-choices.tsx';
import { unbound, useForm } from '#web/ui/form.ts';
import { Form } from '#web/ui/form-element.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { DoneLine, Loading, Notice } from '#web/ui/notice.tsx';
import { Section } from '#web/ui/section.tsx';
import { Table } from '#web/ui/table.tsx';
import { useLoad } from '#web/use-load.ts';
import { useSave } from '#web/use-save.ts';
import { useUnsaved } from '#web/use-unsaved.ts';
import type { Reply } from '#wire/call.ts';
import type { Value } from '#wire/record.ts';
import styles from './copy-screen.module.css';
import {
  atCourse,
  describePeriod,
  namesApart,
  useClientInAddress,
  useCourseList,
  useCrumbs,
} from './course-addresses.ts';
import { CourseFacts, WithCourse } from './course-head.tsx';

type Source = Reply<typeof openCourseCopy>;
type Made = Reply<typeof executeCourseCopy> & { toYear: number };

/** Of the course in the address; or, on the way from a client that has none yet, of one that is chosen here. */
export function CourseCopyScreen() {
  const [picked, setPicked] = useState<CourseKey | null>(null);
  const target = useClientInAddress();
  const list = useCourseList();
  const navigate = useNavigate();
  return (
    <>
      <PageHead title="コースのコピー" crumbs={useCrumbs()} />
      {target === null ? (
        <WithCourse>
          {({ courseKey, onGone }) => <LoadedSource courseKey={courseKey} onGone={onGone} targets={[]} />}
        </WithCourse>
      ) : (
        <>
          <CopySource except={target} onPick={setPicked} />
          {picked && (
            <LoadedSource key={joinKey(picked)} courseKey={picked} onGone={() => navigate(list)} targets={[target]} />
          )}
        </>
      )}
    </>
  );
}

interface OfSource {
  courseKey: CourseKey;
  targets: readonly string[];
}

function LoadedSource({ courseKey, onGone, ...rest }: OfSource & { onGone(): void }) {
  const { data, reload } = useLoad(openCourseCopy, { key: courseKey }, { onMissing: onGone });
  const [made, setMade] = useState<Made | null>(null);
  if (!data) return <Loading />;
  if (made) return <CopyResult made={made} names={namesApart(data.clients)} />;
  return <CopyForm courseKey={courseKey} source={data} onStale={reload} onMade={setMade} {...rest} />;
}

interface CopyFormProps extends OfSource {
  source: Source;
  onStale(): void;
  onMade(made: Made): void;
}

function CopyForm({ courseKey: key, source, targets, onStale, onMade }: CopyFormProps) {
  const list = useCourseList();
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const { isBusy, save } = useSave();
  const form = useForm(copyValues, {
    toYear: String(key.fiscalYear),
    name: source.courseName,
    copiesCategories: true,
    targets: [...targets],
  });
  const allowLeaving = useUnsaved(form.editedCount > 0);
  const { draft, set } = form;
  const isOwnTaken = draft.toYear === String(key.fiscalYear) && draft.name.trim() === source.courseName;
  useEffect(() => {
    if (isOwnTaken && draft.targets.includes(key.clientCode)) {
      set({ targets: draft.targets.filter((code) => code !== key.clientCode) });
    }
  }, [isOwnTaken, draft.targets, key.clientCode, set]);

  const submit = () =>
    save(form.submit, {
      ask: (value) => dialogs.confirm('コピーしますか？', { details: <About value={value} source={source} /> }),
      send: (value) => send(executeCourseCopy, { key, ...value, version: source.version }),
      done(reply, { toYear }) {
        allowLeaving();
        onMade({ ...reply, toYear });
      },
      async refused(failure) {
        await dialogs.inputError(failure.sentences);
        if (failure.is('Stale')) onStale();
      },
    });

  return (
    <Form fill gap="3" onSubmit={submit}>
      <CourseFacts
        facts={{
          クライアント: source.clientName,
          年度: String(key.fiscalYear),
          コピー元のコース: source.courseName,
          登録期間: describePeriod(source.registrationFrom, source.registrationTo),
          検査項目: `${source.itemCount} 件`,
          予約枠: `${source.frameCount} 行`,
          料金: `${source.priceCount} 行`,
          オプション: `${source.optionCount} 行`,
        }}
      />
      <Notice>検査項目・予約枠・料金・オプションもコピーします。コピーしたコースは非公開になります。</Notice>
      <Section title="コピーしたコース">
        <TextField
          {...form.bind('toYear')}
          width="tiny"
          inputMode="numeric"
          after="年度"
          hint="年度を変えると、登録期間も同じ年数だけ移ります（翌年度なら1年後）。"
        />
        <TextField {...form.bind('name')} />
      </Section>
      <Section title="コピー先">
        <FilteredChoicesField
          {...form.bind('targets')}
          required
          options={[...namesApart(source.clients)].map(([clientCode, label]) => ({
            value: clientCode,
            label,
            ...(clientCode === key.clientCode && { note: 'コピー元', disabled: isOwnTaken }),
          }))}
          hint={
            source.clients.length > 1
              ? `一度に${MOST_TARGETS}件まで選べます。コピー元のクライアントは、年度かコース名を変えると選べます。`
              : 'ほかのクライアントは、クライアントマスタで登録すると選べます。コピー元のクライアントは、年度かコース名を変えると選べます。'
          }
        />
        <CheckboxField
          {...form.bind('copiesCategories')}
          label="対象者区分"
          text="足りない対象者区分もコピーする"
          hint="オフにすると、同じ名称の対象者区分がないクライアントにはコピーしません。"
        />
      </Section>
      <ActionBar
        editedCount={0}
        problemCount={form.problems.length}
        problem={form.problems[0]?.sentence}
        onPrimary={submit}
      >
        <LeaveButton onClick={() => navigate(list)} />
        <SaveButton type="submit" disabled={isBusy}>
          コピー
        </SaveButton>
      </ActionBar>
    </Form>
  );
}

function About({ value, source }: { value: Value<typeof copyValues>; source: Source }) {
  const targets = [...namesApart(source.clients)].filter(([clientCode]) => value.targets.includes(clientCode));
  return (
    <>
      <p>
        {value.name}（{value.toYear}年度）を、{targets.length}件のクライアントにコピーします。
      </p>
      <ul className={styles.names}>
        {targets.map(([clientCode, name]) => (
          <li key={clientCode}>{name}</li>
        ))}
      </ul>
    </>
  );
}

interface CopySourceProps {
  except: string;
  onPick(key: CourseKey): void;
}

/** Which course is to be copied, for somebody whose client has none yet: of which client, and then which. */
function CopySource({ except, onPick }: CopySourceProps) {
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

type Result = Made['results'][number];

function describeResult({ state, categoryName }: Result): string {
  switch (state) {
    case 'copied':
      return 'コピーしました';
    case 'sameName':
      return '同名のコースがあります';
    case 'categoryMissing':
      return `対象者区分「${categoryName}」がありません`;
    case 'individual':
      return '個人には対象者区分を設定できません';
  }
}

/** For each client its course, or why there is none. */
function CopyResult({ made, names }: { made: Made; names: ReadonlyMap<string, string> }) {
  const isGuided = useGuidePath() !== null;
  const nameOf = ({ clientCode, clientName }: Result) => names.get(clientCode) ?? clientName;
  const list = useCourseList();
  const detailOf = ({ clientCode, courseCode }: Result) =>
    atCourse(COURSES.detail, { fiscalYear: made.toYear, clientCode, courseCode });
  return (
    <Stack gap="3" below="6" className={styles.page}>
      <DoneLine>{made.copied.toLocaleString('ja-JP')} 件のコースをコピーしました。</DoneLine>
      {made.copied > 0 && <Notice>公開するには、コースの編集で「公開」にしてください。</Notice>}
      <Table
        caption="コピーの結果"
        columns={[
          { label: 'クライアント', text: nameOf },
          { label: '結果', text: describeResult },
        ]}
        rows={made.results}
        rowKey={({ clientCode }) => clientCode}
        isOff={({ state }) => state !== 'copied'}
        buttons={(result) =>
          result.state === 'copied' && (
            <LinkButton aria-label={`詳細（${nameOf(result)}）`} to={detailOf(result)}>
              詳細
            </LinkButton>
          )
        }
      />
      <div>
        <BackToGuide kind="primary" />
        <LinkButton to={list} kind={isGuided ? 'quiet' : 'primary'}>
          一覧に戻る
        </LinkButton>
      </div>
    </Stack>
  );
}
