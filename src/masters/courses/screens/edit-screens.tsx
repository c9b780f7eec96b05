// A course itself: its detail and its registration, which share their form, and the pages that say it was saved.
import { useLocation } from 'react-router';
import { today } from '#domain/calendar/clock.ts';
import { fiscalYearOf } from '#domain/calendar/fiscal-year.ts';
import { foldText } from '#domain/text/fold-text.ts';
import { COURSES } from '#web/addresses.ts';
import { Done } from '#web/master-screens/done-screen.tsx';
import { adoptNewer, EditFrame } from '#web/master-screens/edit-frame.tsx';
import type { FormOf } from '#web/master-screens/master.ts';
import { beginWith, registered, wasRegistered } from '#web/master-screens/next-registration.ts';
import { send } from '#web/send.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { ChangeList } from '#web/ui/change-list.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { Field } from '#web/ui/field-frame.tsx';
import { RadioField, TextArea, TextField } from '#web/ui/fields.tsx';
import { asChoice, unbound, useForm } from '#web/ui/form.ts';
import { Loading } from '#web/ui/notice.tsx';
import { Section } from '#web/ui/section.tsx';
import { useLoad } from '#web/use-load.ts';
import type { Reply } from '#wire/call.ts';
import type { Draft, Value } from '#wire/record.ts';
import {
  courseValues,
  lookUpForCourse,
  newCourseValues,
  openCourse,
  registerCourse,
  searchCourses,
  updateCourse,
} from '../contract.ts';
import type { CourseKey } from '../contract-fields.ts';
import {
  atClient,
  atCourse,
  describePeriod,
  describePublished,
  useClient,
  useCourseList,
  useCrumbs,
} from './course-addresses.ts';
import { CourseHead, type OfCourse, WithCourse } from './course-head.tsx';

const SENDS = { yes: 'あり', no: 'なし' } as const;
const PUBLISHED = { yes: '公開', no: '非公開' } as const;

type Values = Value<typeof courseValues>;

function CourseRows({ form, years }: { form: FormOf<typeof courseValues>; years: readonly number[] }) {
  return (
    <>
      <Section title="受付">
        <DateField
          {...form.bind('registrationFrom')}
          years={years}
          hint="予約を受け付ける期間です。受診する日の期間ではありません。"
        />
        <DateField {...form.bind('registrationTo')} years={years} />
        <RadioField
          {...asChoice(form.bind('published'))}
          words={PUBLISHED}
          hint="公開にすると、登録期間のあいだ受診者が予約できます。"
        />
        <RadioField {...asChoice(form.bind('sends'))} words={SENDS} hint="受診日の前に送るものがあるコースです。" />
      </Section>
      <Section title="名称">
        <TextField {...form.bind('name')} hint="受診者画面とメールに表示されます。" />
        <TextField {...form.bind('internalName')} hint="職員画面とCSVに使います。" />
        <TextField {...form.bind('duration')} width="middle" hint="コース選択の画面に表示されます。例: 約3時間30分" />
      </Section>
      <Section title="受診者への文章">
        <TextArea {...form.bind('description')} hint="コース選択の画面に、コースの説明として表示されます。" />
        <TextArea
          {...form.bind('recommendedFor')}
          rows={2}
          hint="コース選択の画面に、対象となる方として表示されます。"
        />
        <TextArea {...form.bind('entryNotes')} hint="お客様情報入力の画面に、入力前の注意事項として表示されます。" />
        <TextArea {...form.bind('confirmationNotes')} hint="予約が完了した画面に、ご案内として表示されます。" />
        <TextArea {...form.bind('cancelNotes')} hint="キャンセルの完了画面に表示されます。" />
      </Section>
    </>
  );
}

const describe = (course: Values) => ({
  登録期間: describePeriod(course.registrationFrom ?? '', course.registrationTo ?? ''),
  公開区分: describePublished(course.published),
  発送: SENDS[course.sends ? 'yes' : 'no'],
  コース名: course.name,
  内部名称: course.internalName,
  所要時間: course.duration,
  コースの説明: course.description,
  対象となる方: course.recommendedFor,
  入力前の注意事項: course.entryNotes,
  予約完了のご案内: course.confirmationNotes,
  キャンセル完了のご案内: course.cancelNotes,
});

/** Those that can be chosen, and those that stand in the record. */
const yearsOf = (years: readonly number[], ...dates: (string | null)[]) =>
  [...new Set([...years, ...dates.flatMap((date) => (date ? [Number(date.slice(0, 4))] : []))])].sort((a, b) => a - b);

export function CourseDetailScreen() {
  return <WithCourse>{(course) => <LoadedCourse {...course} />}</WithCourse>;
}

function LoadedCourse(course: OfCourse) {
  const { data, replace } = useLoad(openCourse, { key: course.courseKey }, { onMissing: course.onGone });
  return data ? <CourseForm course={course} before={data} onNewer={replace} /> : <Loading />;
}

type Course = Reply<typeof openCourse>;

function CourseForm(props: { course: OfCourse; before: Course; onNewer(newer: Course): void }) {
  const { course, before, onNewer } = props;
  const { courseKey: key } = course;
  const form = useForm(courseValues, courseValues.draft(before));

  return (
    <EditFrame
      title="コースの編集"
      crumbs={useCrumbs()}
      tools={<LinkButton to={atCourse(COURSES.copy, key)}>コピーして登録</LinkButton>}
      form={form}
      act="更新"
      about={(value) => <ChangeList before={describe(before)} after={describe(value)} />}
      isTwice={async ({ name }) => name !== before.name && (await isListed(key, name))}
      save={(value) => send(updateCourse, { key, ...value, version: before.version })}
      renew={async () => adoptNewer(await send(openCourse, { key }), before, onNewer, courseValues.draft)}
      donePath={atClient(COURSES.updated, key.clientCode)}
      backPath={useCourseList()}
    >
      <CourseHead {...course} tab="detail" />
      <Section title="コース">
        <TextField {...unbound('course-year', '年度', String(key.fiscalYear))} width="tiny" after="年度" disabled />
      </Section>
      <CourseRows form={form} years={yearsOf(before.years, before.registrationFrom, before.registrationTo)} />
    </EditFrame>
  );
}

export function CourseRegisterScreen() {
  const clientCode = useClient();
  const { data } = useLoad(lookUpForCourse, { clientCode });
  return data ? <NewCourseForm clientCode={clientCode} {...data} /> : <Loading />;
}

interface NewCourseProps extends Reply<typeof lookUpForCourse> {
  clientCode: string;
}

function NewCourseForm({ clientCode, clientName, years }: NewCourseProps) {
  const year = fiscalYearOf(today(new Date()));
  const { state } = useLocation();
  const form = useForm(newCourseValues, { ...newCourseValues.blank, fiscalYear: String(year), ...state?.draft });
  return (
    <EditFrame
      title="コースの登録"
      crumbs={useCrumbs()}
      form={form}
      act="登録"
      about={(value) => (
        <ChangeList after={{ クライアント: clientName, 年度: String(value.fiscalYear), ...describe(value) }} />
      )}
      isTwice={({ fiscalYear, name }) => isListed({ clientCode, fiscalYear }, name)}
      save={(value) => send(registerCourse, { clientCode, ...value })}
      donePath={atClient(COURSES.registered, clientCode)}
      doneState={(value, answer) => registered(answer, whatRunsOn(newCourseValues.draft(value)))}
      backPath={useCourseList()}
    >
      <Section title="コース">
        <Field field={{ id: 'course-of', label: 'クライアント', required: false, error: null }}>
          <output id="course-of">{clientName}</output>
        </Field>
        <TextField
          {...form.bind('fiscalYear')}
          width="tiny"
          inputMode="numeric"
          after="年度"
          hint="4月から翌年3月までの受診日を予約できます。"
        />
      </Section>
      <CourseRows form={form as unknown as FormOf<typeof courseValues>} years={years} />
    </EditFrame>
  );
}

async function isListed({ clientCode, fiscalYear }: Pick<CourseKey, 'clientCode' | 'fiscalYear'>, name: string) {
  const { courses } = await send(searchCourses, { clientCode });
  return courses.some((course) => course.key.fiscalYear === fiscalYear && foldText(course.name) === foldText(name));
}

const whatRunsOn = ({ fiscalYear, registrationFrom, registrationTo }: Draft<typeof newCourseValues>) => ({
  fiscalYear,
  registrationFrom,
  registrationTo,
});

export function CourseUpdatedScreen() {
  return (
    <Done
      title="更新完了"
      crumbs={useCrumbs()}
      sentence="コースマスタを更新しました。"
      back={{ label: '一覧に戻る', to: useCourseList() }}
    />
  );
}

export function CourseRegisteredScreen() {
  const clientCode = useClient();
  const made = wasRegistered(useLocation().state);
  const key = (made?.answer as Reply<typeof registerCourse> | undefined)?.key;
  return (
    <Done
      title="登録完了"
      crumbs={useCrumbs()}
      sentence="登録しました。"
      back={{ label: '一覧に戻る', to: useCourseList() }}
      next={[
        { label: '続けて登録', to: atClient(COURSES.register, clientCode), state: beginWith(made?.draft ?? {}) },
        ...(key ? [{ label: '続けて検査項目を設定する', to: atCourse(COURSES.items, key) }] : []),
      ]}
    />
  );
}
