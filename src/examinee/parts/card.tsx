// A white sheet with a line around it, for what belongs together.
import type { HTMLAttributes } from 'react';
import { classes } from '#web/ui/classes.ts';
import { type Group, Stack } from '#web/ui/layout.tsx';
import styles from './card.module.css';

interface CardProps extends HTMLAttributes<HTMLElement> {
  as?: 'section' | 'article' | 'div';
}

export function Card({ as: Tag = 'section', className, ...rest }: CardProps) {
  return <Tag className={classes(styles.card, className)} {...rest} />;
}

interface CardBodyProps extends HTMLAttributes<HTMLDivElement>, Pick<Group, 'gap'> {}

export function CardBody({ className, gap, ...rest }: CardBodyProps) {
  const look = { ...rest, className: classes(styles.body, className) };
  return gap ? <Stack gap={gap} {...look} /> : <div {...look} />;
}
