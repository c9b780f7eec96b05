// The six steps of a booking and how far one has come: a status, not navigation.
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import styles from './steps.module.css';

const STEP_NAMES = ['コース', 'オプション', '日時', '情報入力', '確認'] as const;
/** The insurance entry belongs to the choice of a course: it decides which there are. */
const POSITION = { insurance: 0, course: 0, option: 1, calendar: 2, input: 3, confirm: 4, result: 5 } as const;

export type Place = keyof typeof POSITION;

export function Steps({ now, desired }: { now: Place; desired: boolean }) {
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
