// Where examinees book at an institution: the address that is handed out.
import type { Config } from './config.ts';

export const examineePagePath = (routeParam: string) => `/CommonTop/${encodeURIComponent(routeParam)}`;

export const examineePageUrl = ({ publicUrl }: Pick<Config, 'publicUrl'>, routeParam: string) =>
  publicUrl + examineePagePath(routeParam);
