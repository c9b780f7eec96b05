// The frame of every booking step: the six steps, heading, content, what was chosen so far, and the ways on and back.
import { type ReactNode, useState } from 'react';
import { Navigate } from 'react-router';
import { Band, CallUs } from '#web/examinee-shell.tsx';
import { useTitle } from '#web/page-head.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { type Bill, bookingSession, type Visit } from '../booking-session.ts';
import type { BookingPaths, StepName } from '../paths.ts';
import './booking.css';
import { findMissing, kindOf, useFlow } from './flow.ts';
import { type NextStep, PriceBar, SummaryCard } from './summary.tsx';

const STEP_NAMES = ['コース', 'オプション', '日時', '情報入力', '確認'] as const;
/** The insurance entry belongs to the choice of a course: it decides which there are. */
const POSITION = { insurance: 0, course: 0, option: 1, calendar: 2, input: 3, confirm: 4, result: 5 } as const;

export function Steps({ now, desired }: { now: keyof typeof POSITION; desired: boolean }) {
  const names = [...STEP_NAMES, desired ? '完了' : '確定'];
  const position = POSITION[now];
  return (
    <section className="steps-bar" aria-label="ご予約の進み具合">
      <ol className="steps">
        {names.map((name, index) => (
          <li
            key={name}
            className={index < position ? 'done' : index === position ? 'now' : undefined}
            aria-current={index === position ? 'step' : undefined}
          >
            <span className="step-mark">
              {index < position ? <Icon name="check" /> : <span>{index + 1}</span>}
              <span className="step-name">
                {name}
                {index < position && <span className="visually-hidden">（済み）</span>}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface FlowFrameProps {
  step: keyof typeof POSITION;
  title: string;
  lead?: ReactNode;
  /** Columns: content and a column that stays; full: the whole width; narrow: one column to read. */
  layout?: 'columns' | 'full' | 'narrow';
  bill?: Bill | null;
  visit?: Visit | null;
  withRows?: boolean;
  next?: NextStep;
  back?: { label?: string; onClick(): void };
  /** Where the session has forgotten how the booking was made. */
  desired?: boolean;
  /** A heading of its own in place of the usual one. */
  head?: ReactNode;
  children: ReactNode;
}

export function FlowFrame(props: FlowFrameProps) {
  const { step, title, lead, layout = 'columns', bill = null, visit = null, withRows = true, next, back, head } = props;
  const flow = useFlow();
  const { payer } = kindOf(flow);
  useTitle(`${title} | ${flow.institution.name} 健康診断予約`);
  const summary = bill && { bill, payer, visit, next };
  return (
    <>
      <Band />
      <Steps now={step} desired={props.desired ?? flow.method === 'desired'} />
      <main id="main" className={`flow ${layout}`} tabIndex={-1}>
        {head ?? (
          <div className="flow-head">
            <h1 tabIndex={-1}>{title}</h1>
            {lead && <p className="soft">{lead}</p>}
          </div>
        )}
        <div className="flow-content">
          {props.children}
          {back && (
            <p className="flow-back">
              <Button onClick={back.onClick}>
                <Icon name="left" />
                {back.label ?? '戻る'}
              </Button>
            </p>
          )}
        </div>
        <div className="flow-side">
          {summary && <SummaryCard {...summary} withRows={withRows} />}
          <CallUs />
        </div>
      </main>
      {summary && <PriceBar {...summary} />}
    </>
  );
}

/** Lets a step open only when the ones before it are done; it looks once, since leaving a step forgets things. */
export function atStep(step: StepName, Step: (props: { paths: BookingPaths }) => ReactNode) {
  return function StepScreen({ paths }: { paths: BookingPaths }) {
    const [missing] = useState(() => findMissing(bookingSession.get(), step));
    return missing ? <Navigate to={paths[missing]} replace /> : <Step paths={paths} />;
  };
}
