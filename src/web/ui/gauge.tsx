// How full something is, as a bar: the same ramp on every calendar. What it shows stands in words or numbers beside it.
import styles from './gauge.module.css';

const NEARLY_FULL = 0.7;

interface GaugeProps {
  taken: number;
  capacity: number;
  isPast?: boolean;
  /** Not how scarce it is, but how much is done. */
  level?: 'done';
  /** Fills from the bottom, where several stand side by side. */
  upright?: boolean;
}

export const isFull = ({ taken, capacity }: { taken: number; capacity: number }) => capacity > 0 && taken >= capacity;

/** Nothing where there is nothing to be filled. */
export function Gauge({ taken, capacity, isPast = false, level, upright = false }: GaugeProps) {
  if (capacity <= 0) return <span />;
  const share = Math.min(1, taken / capacity);
  const ramp = isPast ? 'past' : share === 1 ? 'full' : share >= NEARLY_FULL ? 'high' : 'low';
  return (
    <svg
      className={styles.gauge}
      data-level={level ?? ramp}
      data-upright={upright ? '' : undefined}
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {upright ? (
        <rect y={100 - share * 100} width="100" height={share * 100} />
      ) : (
        <rect width={share * 100} height="100" />
      )}
    </svg>
  );
}
