// The documents of the web side, as the build writes them: one for each wing, and those of the examinees that name the files of a part; and the
// address of an institution's own, which is handed out.

import type { Config } from '#server/config.ts';

export const OFFICE = 'index.html';

/** Of the examinees' wing, those that come in files of their own (scripts/lean-build.ts). */
export const PARTS = ['booking', 'my-page'] as const;
export type Part = (typeof PARTS)[number];

export const documentFor = (part: Part | null) => (part ? `examinee-${part}.html` : 'examinee.html');

/** By how the specification names addresses. */
export const isOfExaminees = (pathname: string) => /^\/(Common|UtilityError)/.test(pathname);

export const examineePagePath = (routeParam: string) => `/CommonTop/${encodeURIComponent(routeParam)}`;

export const examineePageUrl = ({ publicUrl }: Pick<Config, 'publicUrl'>, routeParam: string) =>
  publicUrl + examineePagePath(routeParam);
