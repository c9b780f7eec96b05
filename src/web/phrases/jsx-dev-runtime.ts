// The same as jsx-runtime.ts, while screens are being made: React then wants to know where each element comes from.
import * as react from 'react/jsx-dev-runtime';
import { markPhrases } from './phrases.ts';

export type { JSX } from 'react/jsx-dev-runtime';
export const { Fragment } = react;

export const jsxDEV: typeof react.jsxDEV = (type, props, key, isStatic, ...source) =>
  react.jsxDEV(type, markPhrases(type, props as object, isStatic), key, isStatic, ...source);
