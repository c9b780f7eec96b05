// What every element of a screen is made by (`jsxImportSource`): React's, once the phrases in its text are marked.
import * as react from 'react/jsx-runtime';
import { markPhrases } from './phrases.ts';

export type { JSX } from 'react/jsx-runtime';
export const { Fragment } = react;

export const jsx: typeof react.jsx = (type, props, key) =>
  react.jsx(type, markPhrases(type, props as object, false), key);

export const jsxs: typeof react.jsxs = (type, props, key) =>
  react.jsxs(type, markPhrases(type, props as object, true), key);
