// What an element is drawn as, without the marks of its phrases (web/phrases/).
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

export const markupOf = (element: ReactNode) =>
  renderToStaticMarkup(element).replaceAll(/<\/?text-phrases>|<wbr\/>/g, '');
