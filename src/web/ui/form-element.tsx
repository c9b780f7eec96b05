// A form that stays on its page: the browser neither sends it nor checks it, since the contract of its call does.
import type { ComponentProps } from 'react';
import { type Group, Stack } from './layout.tsx';

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'>, Pick<Group, 'gap' | 'fill'> {
  /** Not given where Enter does nothing by itself. */
  onSubmit?(): void;
}

export function Form({ onSubmit, gap, fill, ...rest }: FormProps) {
  const props: ComponentProps<'form'> = {
    ...rest,
    noValidate: true,
    onSubmit(event) {
      event.preventDefault();
      onSubmit?.();
    },
  };
  return gap || fill ? <Stack as="form" gap={gap} fill={fill} {...props} /> : <form {...props} />;
}
