// A step of the guide: how far it is, what it is about, and the way to its screen.
import { useLocation } from 'react-router';
import { leaveGuide } from '#web/master-screens/back-to-guide.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Muted, Stack, Text } from '#web/ui/layout.tsx';
import { stepNumber } from './contract.ts';
import styles from './step-row.module.css';
import type { Guide } from './use-guide.ts';
import { MARK_WORDS, STEP_WORDS } from './words.ts';

type Step = Guide['steps'][number];

interface StepRowProps {
  step: Step;
  /** The next one that has to be done: it alone is opened out. */
  isNext: boolean;
  isBusy: boolean;
  onLater(isLater: boolean): void;
}

export function StepRow({ step: told, isNext, isBusy, onLater }: StepRowProps) {
  const { step, state, isRequired, message } = told;
  const { title, screen, to } = STEP_WORDS[step];
  const { pathname } = useLocation();
  return (
    <Stack
      as="li"
      gap="2"
      lines="0"
      align="center"
      className={styles.step}
      data-state={state}
      data-next={isNext ? '' : undefined}
      data-told={state === 'open' && message ? '' : undefined}
    >
      <StateMark state={state} />
      <span className={styles.number}>{stepNumber(step)}</span>
      <div className={styles.text}>
        <Text as="span" strong className={styles.title}>
          {title}
        </Text>
        {isRequired && state === 'open' && <span className={styles.required}>必須</span>}
        {isNext ? (
          <span className={styles.about}>
            <OpenedOut step={told} />
          </span>
        ) : (
          <span className={styles.about} title={aboutOf(told)}>
            {aboutOf(told)}
          </span>
        )}
      </div>
      <span className={styles.acts}>
        {!isRequired && (state === 'open' || state === 'later') && (
          <Button
            kind="plain"
            disabled={isBusy}
            aria-label={state === 'later' ? `${title}を戻す` : `${title}はあとで`}
            onClick={() => onLater(state === 'open')}
          >
            {state === 'later' ? '戻す' : 'あとで'}
          </Button>
        )}
        <LinkButton to={to} kind={isNext ? 'primary' : 'secondary'} onClick={() => leaveGuide(pathname)}>
          {isNext ? (
            `${screen}を開く`
          ) : (
            <>
              <span className="visually-hidden">{title}を</span>開く
            </>
          )}
        </LinkButton>
      </span>
    </Stack>
  );
}

/** In one line. */
function aboutOf({ step, state, count, message }: Step): string {
  const { sentence, done, needless = '' } = STEP_WORDS[step];
  const texts = {
    open: message || sentence,
    done: [done(count), message].filter(Boolean).join('　'),
    needless,
    later: 'あとで設定します',
  };
  return texts[state];
}

function OpenedOut({ step: { step, message, marks } }: { step: Step }) {
  return (
    <>
      <span className={styles.line}>{STEP_WORDS[step].sentence}</span>
      {message && <span className={styles.line}>{message}</span>}
      {marks.length > 0 && (
        <span className={styles.marks}>
          {marks.map(({ mark, isDone }) => (
            <span key={mark} data-done={isDone ? '' : undefined}>
              {isDone ? <Icon name="check" /> : <span className={styles.dot} />}
              {MARK_WORDS[mark]}
              <span className="visually-hidden">{isDone ? '：済み' : '：まだ'}</span>
            </span>
          ))}
        </span>
      )}
    </>
  );
}

function StateMark({ state }: { state: Step['state'] }) {
  if (state === 'needless')
    return (
      <Muted as="span" noBreak>
        不要
      </Muted>
    );
  if (state === 'later') {
    return (
      <span className={styles.dash} role="img" aria-label="あとで">
        －
      </span>
    );
  }
  const isDone = state === 'done';
  return (
    <svg
      className={styles.mark}
      viewBox="0 0 20 20"
      role="img"
      aria-label={isDone ? '済み' : '未設定'}
      data-done={isDone ? '' : undefined}
    >
      <circle cx="10" cy="10" r="8.4" />
      {isDone && <path d="M6.3 10.3l2.6 2.6 4.8-5.2" />}
    </svg>
  );
}
