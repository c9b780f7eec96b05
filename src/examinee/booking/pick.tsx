// A row that is a radio or a checkbox: the whole of it is the label.
import type { InputHTMLAttributes } from 'react';
import { classes } from '#web/ui/classes.ts';
import styles from './pick.module.css';

interface PickProps extends InputHTMLAttributes<HTMLInputElement> {
  type: 'radio' | 'checkbox';
}

export function Pick({ className, children, ...input }: PickProps) {
  return (
    <label className={classes(styles.pick, className)}>
      <input {...input} />
      {children}
    </label>
  );
}
