// Buttons, and links that look like them.
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Link } from 'react-router';

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger' | 'plain';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: ButtonKind;
}

export function Button({ kind = 'secondary', className = '', type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={`button ${kind} ${className}`} {...rest} />;
}

interface LinkButtonProps {
  to: string;
  kind?: ButtonKind;
  className?: string;
  children: ReactNode;
}

export function LinkButton({ to, kind = 'secondary', className = '', children }: LinkButtonProps) {
  return (
    <Link to={to} className={`button ${kind} ${className}`}>
      {children}
    </Link>
  );
}
