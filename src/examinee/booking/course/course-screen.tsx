// Course selection; where a course depends on who it is for, that is asked first, in place.

import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { fiscalYearRange } from '#domain/calendar/fiscal-year.ts';
import { SEX_WORDS } from '#domain/offer/conditions.ts';
import { bookingSession } from '#examinee/booking-session.ts';
import { Card } from '#examinee/parts/card.tsx';
import { Empty, NoWrap } from '#examinee/parts/texts.tsx';
import { writeDay } from '#examinee/parts/words.ts';
import { STEPS } from '#web/addresses.ts';
import { send } from '#web/send.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { Muted, Stack } from '#web/ui/layout.tsx';
import { OutsideLink } from '#web/ui/outside-link.tsx';
import { useSave } from '#web/use-save.ts';
import { openCourses } from '../contract.ts';
import {
  asksForInsurance,
  type ChosenPerson,
  chooseCourse,
  choosePerson,
  conditionsOf,
  exitOf,
  forgetFrom,
  forgetRefused,
  kindOf,
  reaching,
  useFlow,
} from '../flow.ts';
import { atStep, FlowFrame, useStepLoad } from '../flow-frame.tsx';
import { Pick } from '../pick.tsx';
import { CourseCard, chooseId, type Offer, type OfferedCourse } from './course-card.tsx';
import styles from './course-screen.module.css';
import { PersonForm } from './person-form.tsx';

const CHANGE_PERSON = 'change-person';

const NO_COURSE = 'ただいまご予約いただけるコースはありません。';

export const CourseScreen = atStep(reaching.course, () => {
  const navigate = useNavigate();
  const dialogs = useDialogs();
  const { act } = useSave();
  const flow = useFlow();
  const { insurance, person } = flow;
  const { payer } = kindOf(flow);
  const fiscalYear = (insurance.inUse ? insurance.fiscalYear : flow.fiscalYear) ?? 0;
  const request = { ...conditionsOf(flow), visitDate: null, fiscalYear };
  const asked = useStepLoad(openCourses, request);
  const { data } = asked;
  /** The course that waits for birth date and sex; '' when they are being changed for the whole list. */
  const [asking, setAsking] = useState<string | null>(null);

  /** The reader goes on at what stands in the question's place. */
  const stopAsking = (next: string) => {
    flushSync(() => setAsking(null));
    document.getElementById(next)?.focus();
  };

  const choose = (offer: Offer, course: OfferedCourse) => {
    const { courseCode, conditionCode, needsPerson } = course;
    if (needsPerson) return setAsking(courseCode);
    chooseCourse({ fiscalYear: offer.fiscalYear, courseCode, conditionCode });
    navigate(STEPS.option);
  };

  const goOnAs = (known: ChosenPerson, courseCode: string) =>
    act({
      send: () => send(openCourses, { ...request, ...known }),
      canRepeat: true,
      done(offer) {
        choosePerson(known);
        stopAsking(CHANGE_PERSON);
        const course = offer.courses.find((one) => one.courseCode === courseCode);
        if (course) return choose(offer, course);
        return dialogs.inputError([
          '選択されたコースは、ご入力いただいた性別・年齢ではご予約いただけません。ほかのコースをお選びください。',
        ]);
      },
      async refused(refusal) {
        forgetRefused(refusal);
        await dialogs.inputError(refusal.sentences);
      },
    });

  const goBack = () => {
    const isAsked = asksForInsurance(flow);
    forgetFrom(isAsked ? 'insurance' : 'course');
    navigate(isAsked ? STEPS.insurance : exitOf(flow));
  };

  return (
    <FlowFrame
      step="course"
      layout="full"
      title="コース選択"
      lead={data?.courses.length !== 0 && 'ご希望のコースをお選びください。オプションは次の画面で追加できます。'}
      asked={asked}
      back={{ onClick: goBack }}
    >
      {data?.clientUrl && payer === 'insurance' && (
        <p>
          <OutsideLink href={data.clientUrl}>ご利用になる健康保険・お勤め先のホームページ</OutsideLink>
        </p>
      )}
      {data && payer === 'individual' && <Years offer={data} />}
      {data && person && payer === 'individual' && (
        <Card as="div" className={styles.known}>
          {asking === '' ? (
            <PersonForm
              initial={person}
              button="コースを表示する"
              onDone={(known) => {
                choosePerson(known);
                stopAsking(CHANGE_PERSON);
              }}
              onCancel={() => stopAsking(CHANGE_PERSON)}
            >
              受診される方の生年月日と性別をお選びください。
            </PersonForm>
          ) : (
            <>
              <p>
                <Muted as="span">受診される方　</Muted>
                <b>
                  <NoWrap>{writeDay(person.birthDate)}生まれ</NoWrap>・{SEX_WORDS[person.sex]}
                </b>
              </p>
              <Button id={CHANGE_PERSON} className={styles.change} onClick={() => setAsking('')}>
                変更する
              </Button>
            </>
          )}
        </Card>
      )}
      {data?.courses.map((course) => (
        <CourseCard
          key={course.courseCode}
          course={course}
          offer={data}
          payer={payer}
          isCurrent={flow.changes?.courseCode === course.courseCode}
          onChoose={() => choose(data, course)}
        >
          {asking === course.courseCode && (
            <PersonForm
              initial={null}
              inset
              button="オプションを選ぶ"
              onDone={(known) => goOnAs(known, course.courseCode)}
              onCancel={() => stopAsking(chooseId(course.courseCode))}
            >
              年齢や性別によって、受けられる検査や料金が変わります。受診される方の生年月日と性別をお選びください。
            </PersonForm>
          )}
        </CourseCard>
      ))}
      {data?.courses.length === 0 && (
        <Empty lines={data.opening ? [data.opening] : data.noCourseText.length > 0 ? data.noCourseText : [NO_COURSE]} />
      )}
    </FlowFrame>
  );
});

function Years({ offer }: { offer: Offer }) {
  const chosen = bookingSession.use().fiscalYear ?? offer.fiscalYear;
  if (offer.years.length < 2) return null;
  return (
    <fieldset className={styles.years}>
      <legend>受診年度</legend>
      <Stack gap="2" className={styles.yearChoices}>
        {offer.years.map(({ fiscalYear }) => {
          const { from, to } = fiscalYearRange(fiscalYear);
          return (
            <Pick
              key={fiscalYear}
              type="radio"
              name="fiscal-year"
              checked={chosen === fiscalYear}
              onChange={() => bookingSession.set({ fiscalYear })}
            >
              <span>
                <b>{fiscalYear}年度</b>{' '}
                <Muted as="span">
                  <NoWrap>{writeDay(from)}から</NoWrap>
                </Muted>
                <Muted as="span">
                  <NoWrap>{writeDay(to)}まで</NoWrap>
                </Muted>
              </span>
            </Pick>
          );
        })}
      </Stack>
    </fieldset>
  );
}
