// A link to a screen of this wing, opened in place; whoever asks the browser for more (another tab, a window) gets that. The router's
// own brings along what fetches ahead for servers of its kind, which every phone would load.
import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { createPath, useLocation, useNavigate } from 'react-router';

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: string;
  state?: unknown;
  /** In place of this screen: Back leads to what was before it. */
  replace?: boolean;
  /** What is to be done before it is opened here; another tab knows nothing of that. */
  onFollow?(): void;
  /** It leads to the other wing, which is another document. */
  reloadDocument?: boolean;
}

export function Link({ to, state, replace = false, onFollow, reloadDocument = false, onClick, ...rest }: LinkProps) {
  const navigate = useNavigate();
  const here = createPath(useLocation());
  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event);
    const isPlain = event.button === 0 && !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey);
    if (event.defaultPrevented || reloadDocument || rest.target || !isPlain) return;
    event.preventDefault();
    onFollow?.();
    // As browsers do: the same page twice is one step back.
    navigate(to, { state, replace: replace || to === here });
  }
  return <a {...rest} href={to} onClick={follow} />;
}
