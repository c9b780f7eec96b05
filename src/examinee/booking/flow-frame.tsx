// The frame of every booking step: the six steps, heading, content, what was chosen so far, and the buttons on and back.
import { type ReactNode, useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { type BookingStep, isBookingStep } from '#domain/reservation/booking-steps.ts';
import type { Visit } from '#examinee/booking-session.ts';
import { BackButton } from '#examinee/parts/entry-form.tsx';
import { STEPS } from '#web/addresses.ts';
import { ExamineePage } from '#web/examinee-page.tsx';
import type { CallFailed } from '#web/send.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import { Loading, Notice } from '#web/ui/notice.tsx';
import { useLoad } from '#web/use-load.ts';
import type { Call } from '#wire/call.ts';
import type { AnyRecord, Value } from '#wire/record.ts';
import type { Bill } from './draft-session.ts';
import { currentFlow, forgetFrom, forgetRefused, type Guard, kindOf, openStep, useFlow } from './flow.ts';
import styles from './flow-frame.module.css';
import { RefusalPanel } from './refusal-panel.tsx';
import { type NextStep, PriceBar, SummaryCard } from './summary.tsx';

interface FlowFrameProps {
  step: Place;
  title: string;
  lead?: ReactNode;
  layout?: 'columns' | 'full' | 'narrow';
  bill?: Bill | null;
  visit?: Visit | null;
  withRows?: boolean;
  next?: NextStep;
  /** What it asks for before it can show anything. */
  asked?: { data: unknown; refusal: CallFailed | null };
  /** `to` is the step before, at which what was chosen since is forgotten. */
  back?: { label?: string; onClick?(): void; to?: BookingStep };
  desired?: boolean;
  head?: ReactNode;
  children: ReactNode;
}

export function FlowFrame(props: FlowFrameProps) {
  const { step, title, lead, layout = 'columns', bill = null, visit = null, withRows = true, next } = props;
  const { asked, back, head } = props;
  const navigate = useNavigate();
  const flow = useFlow();
  const { payer } = kindOf(flow);
  function goBack() {
    back?.onClick?.();
    if (!back?.to) return;
    forgetFrom(back.to);
    navigate(STEPS[back.to]);
  }
  const summary = bill && { bill, payer, visit, next };
  return (
    <>
      <ExamineePage
        title={title}
        lead={lead}
        layout={layout}
        above={<Steps now={step} desired={props.desired ?? flow.method === 'desired'} />}
        head={head}
        beside={summary && <SummaryCard {...summary} withRows={withRows} />}
      >
        {flow.changes && (
          <Notice>
            <p>
              予約番号 {flow.changes.number} のご予約を変更しています。変更が完了するまで、いまのご予約はそのままです。
            </p>
            {flow.changes.isConfirmedRequest && (
              <p>
                いまの受診日時は確定していますが、変更すると、新しい日時はご希望としてのお申し込みになります。確認のご連絡をするまで確定しません。
              </p>
            )}
          </Notice>
        )}
        {asked?.refusal && isBookingStep(step) && <RefusalPanel refusal={asked.refusal} at={step} />}
        {asked && !asked.data && !asked.refusal && <Loading />}
        {props.children}
        {back && <BackButton label={back.label} onClick={goBack} />}
      </ExamineePage>
      {summary && <PriceBar {...summary} />}
    </>
  );
}

/**
 * Lets a step open only when the ones before it are done, with what they have left; it looks once, since leaving a step forgets
 * things.
 */
export function atStep<F>(guard: Guard<F>, Step: (props: { flow: F }) => ReactNode) {
  return function StepScreen() {
    const [{ flow, missing }] = useState(() => openStep(guard, currentFlow()));
    return missing === null ? <Step flow={flow} /> : <Navigate to={STEPS[missing]} replace />;
  };
}

/** What is refused takes along what was chosen at the step that mends it. */
export const useStepLoad = <I extends AnyRecord, O extends AnyRecord>(call: Call<I, O>, input: Value<I>) =>
  useLoad(call, input, { onRefused: forgetRefused });

const STEP_NAMES = ['コース', 'オプション', '日時', '情報入力', '確認'] as const;
/** The insurance entry belongs to the choice of a course: it decides which there are. */
const POSITION = { insurance: 0, course: 0, option: 1, calendar: 2, input: 3, confirm: 4, result: 5 } as const;

type Place = keyof typeof POSITION;

/** The six steps of a booking and how far one has come: a status, not navigation. */
function Steps({ now, desired }: { now: Place; desired: boolean }) {
  const names = [...STEP_NAMES, desired ? '完了' : '確定'];
  const position = POSITION[now];
  return (
    <section className={styles.bar} data-sticky data-hide="print" aria-label="ご予約の進み具合">
      <Row as="ol" className={styles.steps}>
        {names.map((name, index) => (
          <li
            key={name}
            data-done={index < position ? '' : undefined}
            aria-current={index === position ? 'step' : undefined}
          >
            <Row as="span" inline gap="2" justify="center" tone="soft" strong noBreak className={styles.mark}>
              {index < position ? <Icon name="check" /> : <span>{index + 1}</span>}
              <span className={styles.name}>
                {name}
                {index < position && <span className="visually-hidden">（済み）</span>}
              </span>
            </Row>
          </li>
        ))}
      </Row>
    </section>
  );
}
