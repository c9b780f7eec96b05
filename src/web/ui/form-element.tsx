// A form that stays on its page: the browser neither sends it nor checks it, since the contract of its call does.
import type { ComponentProps } from 'react';
import { type Group, Row, Stack } from './layout.tsx';

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'>, Pick<Group, 'gap' | 'lines' | 'fill'> {
  /** Its fields beside each other. */
  row?: boolean;
  /** Not given where Enter does nothing by itself. */
  onSubmit?(): void;
}

export function Form({ onSubmit, row, gap, lines, fill, ...rest }: FormProps) {
  const props: ComponentProps<'form'> = {
    ...rest,
    noValidate: true,
    onSubmit(event) {
      event.preventDefault();
      onSubmit?.();
    },
  };
  if (row) return <Row as="form" gap={gap} lines={lines} {...props} />;
  return gap || fill ? <Stack as="form" gap={gap} fill={fill} {...props} /> : <form {...props} />;
}
