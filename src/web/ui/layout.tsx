// Layout: things below each other, beside each other and in columns, and texts by their weight; all distances are steps of the scale.
import type { ComponentProps } from 'react';
import { drawsText } from '#web/phrases/phrases.ts';
import { classes } from './classes.ts';
import styles from './layout.module.css';

type Tag =
  | ('div' | 'span' | 'p' | 'b' | 'strong' | 'small' | 'h2' | 'h3' | 'label' | 'ul' | 'ol' | 'li' | 'dl')
  | ('section' | 'header' | 'footer' | 'nav' | 'article' | 'aside' | 'form' | 'fieldset' | 'search');

/** The space before and after it. */
export interface Space {
  above?: '1' | '2' | '3' | '4' | '6';
  below?: '2' | '3' | '4' | '6';
}

interface Text extends Space {
  tone?: 'soft' | 'faint' | 'wrong' | 'done';
  size?: 'l' | 'xl';
  strong?: boolean;
  /** On one line, however narrow it is. */
  noBreak?: boolean;
  /** So too, and cut where there is no room for all of it: whole in its tooltip. */
  cut?: boolean;
  /** In line with what else stands in a panel without a margin of its own. */
  inset?: '2' | '3';
  /** To the end of the row it is in. */
  push?: boolean;
}

export interface Group extends Text {
  gap?: '1' | '1-half' | '2' | '3' | '4' | '6';
  /** The gap between lines, where it is another one. */
  lines?: '0' | 'half' | '1' | '2';
  align?: 'start' | 'center' | 'end' | 'baseline' | 'stretch';
  justify?: 'between' | 'center' | 'end';
  /** As high as what it stands in, so that the bar at its end stands at the foot of the window. */
  fill?: boolean;
}

type Props<T extends Tag, Own> = Own & { as?: T } & Omit<ComponentProps<T>, keyof Own>;

/** What it draws is plain, so that there is nothing to choose a type by: the parts below have the types. */
function draw(
  kind: string,
  fallback: Tag,
  props: Props<Tag, Group> & { inline?: boolean; columns?: string; wrap?: boolean },
) {
  const { as, className, tone, size, strong, noBreak, cut, inset, above, below, push, ...group } = props;
  const { gap, lines, align, justify, fill, inline, columns, wrap = !inline, ...rest } = group;
  const Element = (as ?? fallback) as 'div';
  return (
    <Element
      {...(rest as ComponentProps<'div'>)}
      className={classes(styles.box, className)}
      data-box={kind}
      data-tone={tone}
      data-size={size}
      data-strong={strong}
      data-no-break={noBreak}
      data-cut={cut}
      data-inset={inset}
      data-above={above}
      data-below={below}
      data-push={push}
      data-gap={gap}
      data-lines={lines}
      data-align={align}
      data-justify={justify}
      data-fill={fill}
      data-inline={inline}
      data-columns={columns}
      data-wrap={wrap}
    />
  );
}

/** Below each other. */
export const Stack = <T extends Tag = 'div'>(props: Props<T, Group>) => draw('stack', 'div', props);

/** Beside each other, in the middle of the line; on several lines where there is no room, unless it stands inside of a text. */
export const Row = <T extends Tag = 'div'>(props: Props<T, Group & { inline?: boolean; wrap?: boolean }>) =>
  draw('row', 'div', props);

/** In columns: of the same width, or the first as wide as what is in it. */
export const Grid = <T extends Tag = 'div'>(props: Props<T, Group & { columns: '1' | '2' | '3' | 'auto 1' }>) =>
  draw('stack', 'div', props);

export const Text = <T extends Tag = 'p'>(props: Props<T, Text>) => draw('text', 'p', props);

/** A text that is less than the others. */
export const Muted = <T extends Tag = 'p'>(props: Props<T, Text>) => draw('text', 'p', { tone: 'soft', ...props });

for (const part of [Stack, Row, Grid, Text, Muted]) drawsText(part);
