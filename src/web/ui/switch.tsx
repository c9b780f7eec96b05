// Something that is on or off at once, without a form around it: a button that says which.
import styles from './switch.module.css';

interface SwitchProps {
  label: string;
  isOn: boolean;
  disabled?: boolean;
  /** It does not change by itself: whoever is asked first decides. */
  onPress(): void;
}

export function Switch({ label, isOn, disabled, onPress }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      className={styles.switch}
      disabled={disabled}
      onClick={onPress}
    >
      <span className={styles.track} aria-hidden="true" />
      {label}
    </button>
  );
}
