// Where the screens about courses are, and what they call courses and clients: their addresses name the course, or the client whose
// courses they list or add to.
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { INDIVIDUAL } from '#domain/offer/sentinels.ts';
import { type CourseKey, clientCode, joinKey, splitKey } from '#masters/courses/contract-fields.ts';
import { COURSES } from '#web/addresses.ts';
import { atKey, useKeyInAddress } from '#web/key-in-address.ts';
import { record } from '#wire/record.ts';

const client = record({ clientCode });

export const atClient = (path: string, code: string) => atKey(path, client, { clientCode: code });
export const atCourse = (path: string, key: CourseKey) => `${path}?course=${joinKey(key)}`;

/** Null where the address names none. */
export const useClientInAddress = (): string | null => useKeyInAddress(client)?.clientCode ?? null;
export function useCourseInAddress(): CourseKey | null {
  const named = useSearchParams()[0].get('course') ?? '';
  return useMemo(() => (/^[0-9]{16}$/.test(named) ? splitKey(named) : null), [named]);
}

/** Those who pay themselves always are there. */
export function useClient(): string {
  const course = useCourseInAddress();
  return useClientInAddress() ?? course?.clientCode ?? INDIVIDUAL;
}

export const useCourseList = () => atClient(COURSES.list, useClient());

export const useCrumbs = () => ['マスタ管理', { label: 'コースマスタ', to: useCourseList() }];

export const describePeriod = (from: string, to: string) => `${formatOfficeDate(from)} 〜 ${formatOfficeDate(to)}`;
export const describePublished = (published: boolean) => (published ? '公開' : '非公開');

/** What clients are called where one is chosen from many: two of one name are distinguished by their codes. */
export function namesApart(clients: readonly { clientCode: string; name: string }[]): Map<string, string> {
  const byName = Map.groupBy(clients, ({ name }) => name);
  return new Map(
    clients.map(({ clientCode, name }) => {
      const isAlone = byName.get(name)?.length === 1;
      return [clientCode, isAlone ? name : `${name}（${clientCode}）`];
    }),
  );
}
