// The turning mark of whatever takes a while.
import styles from './spinner.module.css';

export function Spinner() {
  return <span className={styles.spinner} />;
}
