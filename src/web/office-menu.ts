// The menus of the back office: what they are made of, and what somebody with a role may open.
import { isAtLeast, type Role } from '#domain/staff/roles.ts';
import { OFFICE } from './addresses.ts';

interface MenuGroup {
  title: string;
  /** `within` is what the addresses of its screens begin with. */
  entries: readonly MenuEntry[];
}

interface MenuEntry {
  label: string;
  path: string;
  within: string | readonly string[];
  /** The role that its screens take at least; without one that of its section. */
  least?: Role;
  /** Only where the institution sends something before visits. */
  isForSending?: true;
}

export const isWithin = ({ within }: Pick<MenuEntry, 'within'>, pathname: string) =>
  [within].flat().some((start) => pathname.startsWith(start));

export interface OfficeMenu {
  sections: readonly MenuSection[];
  /** Screens that take more than the entry to which they belong. */
  screens: readonly { path: string; least: Role }[];
  /** Which chapter of the staff guide describes the screens whose addresses begin like that; the first that fits holds. */
  chapters: readonly { within: string | readonly string[]; topic: string }[];
}

export interface MenuSection {
  id: 'reservations' | 'masters' | 'running';
  label: string;
  least: Role;
  groups: readonly MenuGroup[];
}

export function leastFor({ sections, screens }: OfficeMenu, pathname: string): Role {
  const own = screens.find(({ path }) => path === pathname);
  if (own) return own.least;
  const found = sections.flatMap(({ least, groups }) =>
    groups.flatMap(({ entries }) => entries.map((entry) => ({ least, ...entry }))),
  );
  return found.find((entry) => isWithin(entry, pathname))?.least ?? 'viewer';
}

export const sectionsFor = ({ sections }: OfficeMenu, { role, isSending }: { role: Role; isSending: boolean }) =>
  sections
    .map((section) => {
      const may = ({ least = section.least, isForSending }: MenuEntry) =>
        isAtLeast(role, least) && (isSending || !isForSending);
      const groups = section.groups.map((group) => ({ ...group, entries: group.entries.filter(may) }));
      return { ...section, groups: groups.filter(({ entries }) => entries.length > 0) };
    })
    .filter(({ groups }) => groups.length > 0);

export function listOf({ sections }: OfficeMenu, pathname: string): string {
  const entries = sections.flatMap(({ groups }) => groups.flatMap((group) => group.entries));
  return entries.find((entry) => isWithin(entry, pathname))?.path ?? OFFICE.home;
}

export function helpFor({ chapters }: OfficeMenu, pathname: string): string | null {
  const found = chapters.find((chapter) => isWithin(chapter, pathname));
  return found ? `/guide/${found.topic}.html#${pathname.slice(1).toLowerCase()}` : null;
}
