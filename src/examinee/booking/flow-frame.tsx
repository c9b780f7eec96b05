// The frame of every booking step: the six steps, heading, content, what was chosen so far, and the buttons on and back.
import { type ReactNode, useState } from 'react';
import { Navigate } from 'react-router';
import type { Visit } from '#examinee/booking-session.ts';
import { BackButton } from '#examinee/parts/back-button.tsx';
import { STEPS } from '#web/addresses.ts';
import { ExamineePage } from '#web/examinee-page.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { Bill } from './draft-session.ts';
import { currentFlow, type Guard, kindOf, openStep, useFlow } from './flow.ts';
import { type Place, Steps } from './steps.tsx';
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
  back?: { label?: string; onClick(): void };
  desired?: boolean;
  head?: ReactNode;
  children: ReactNode;
}

export function FlowFrame(props: FlowFrameProps) {
  const { step, title, lead, layout = 'columns', bill = null, visit = null, withRows = true, next, back, head } = props;
  const flow = useFlow();
  const { payer } = kindOf(flow);
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
        {props.children}
        {back && <BackButton {...back} />}
      </ExamineePage>
      {summary && <PriceBar {...summary} />}
    </>
  );
}

interface StepProps<F> {
  /** What the steps before have left, as it was when this one was opened. */
  flow: F;
}

/** Lets a step open only when the ones before it are done; it looks once, since leaving a step forgets things. */
export function atStep<F>(guard: Guard<F>, Step: (props: StepProps<F>) => ReactNode) {
  return function StepScreen() {
    const [{ flow, missing }] = useState(() => openStep(guard, currentFlow()));
    return missing === null ? <Step flow={flow} /> : <Navigate to={STEPS[missing]} replace />;
  };
}
