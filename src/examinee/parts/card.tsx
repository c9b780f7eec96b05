// A white sheet with a line around it, for what belongs together.
import type { HTMLAttributes } from 'react';
import { classes } from '#web/ui/classes.ts';
import styles from './card.module.css';

interface CardProps extends HTMLAttributes<HTMLElement> {
  as?: 'section' | 'article' | 'div';
}

export function Card({ as: Tag = 'section', className, ...rest }: CardProps) {
  return <Tag className={classes(styles.card, className)} {...rest} />;
}

export function CardBody({ className, ...rest }: HTMLAttributes<HTMLDivElement>) {
  return <div className={classes(styles.body, className)} {...rest} />;
}
