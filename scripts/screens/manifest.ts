// What is known of the guide's pictures: their size, and how the sources of their screens were when they were taken.
import { existsSync, readFileSync } from 'node:fs';
import { hashOf } from './sources.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
export const PICTURES = `${ROOT}docs/staff-guide/pictures`;
export const MANIFEST = `${PICTURES}/manifest.json`;

export interface Manifest {
  pictures: Record<string, { route: string; width: number; height: number; sources: string }>;
}

export const readManifest = (): Manifest =>
  existsSync(MANIFEST) ? (JSON.parse(readFileSync(MANIFEST, 'utf8')) as Manifest) : { pictures: {} };

/** The pictures whose screens have changed since they were taken. */
export const stalePictures = ({ pictures }: Manifest = readManifest()): string[] =>
  Object.entries(pictures)
    .filter(([, { route, sources }]) => sources !== hashOf(route))
    .map(([name]) => name);
