// What the capacity calendar's colours mean, and how the frame that is shown counts.
import { COUNTED_AS, MANAGED_BY } from '#domain/offer/master-words.ts';
import { Row } from '#web/ui/layout.tsx';
import styles from './capacity-legend.module.css';
import type { CapacityMonth } from './capacity-rows.ts';

export function CapacityFacts({ month: { frames, frameCode, managedBy, countedAs } }: { month: CapacityMonth }) {
  const facts = {
    予約枠: frames.find((frame) => frame.frameCode === frameCode)?.name ?? '',
    枠の管理: managedBy && MANAGED_BY[managedBy],
    人数の数え方: countedAs && COUNTED_AS[countedAs],
  };
  return (
    <Row as="dl" gap="6" lines="1" align="stretch" className={styles.facts}>
      {Object.entries(facts).map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </Row>
  );
}

const MARKS = {
  edited: '変更あり（前の値つき）',
  none: '枠数 0',
  full: '満員',
  closed: '休診日（0以外は入力できません）',
} as const;

export function CapacityLegend() {
  return (
    <Row as="ul" gap="4" lines="1" align="stretch" tone="soft" push className={styles.legend}>
      <li>予約数 ／ 枠数</li>
      {Object.entries(MARKS).map(([mark, text]) => (
        <li key={mark} data-mark={mark}>
          {text}
        </li>
      ))}
    </Row>
  );
}
