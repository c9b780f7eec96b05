// A form that stays on its page: the browser neither sends it nor checks it, since the contract of its call does.
import type { ComponentProps } from 'react';

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  /** Not given where Enter does nothing by itself. */
  onSubmit?(): void;
}

export function Form({ onSubmit, ...props }: FormProps) {
  return (
    <form
      {...props}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit?.();
      }}
    />
  );
}
