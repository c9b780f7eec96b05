// The way past the header for whoever moves by keyboard.
import styles from './skip-link.module.css';

export function SkipLink() {
  return (
    <a className={styles.link} href="#main">
      本文へ移動
    </a>
  );
}
