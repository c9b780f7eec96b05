// Somebody of a day to whose reservation an option can be added, as the service knows them.
import type { Page } from '@playwright/test';
import { ask } from './kit.ts';

export interface Amendable {
  number: number;
  name: string;
  version: string;
  total: number;
  /** Not booked, in a group of which any number may be. */
  option: { group: string; name: string; amount: number; opbr: string; opcd: string };
  /** What is booked. */
  booked: { opbr: string; opcd: string }[];
}

// biome-ignore lint/suspicious/noExplicitAny: answers as they are on the wire
type Wire = any;

/** `skip` of those who would do are passed over, so that journeys do not meet. */
export async function findAmendable(page: Page, receptDate: string, skip = 0): Promise<Amendable> {
  const { reserveList } = await ask(page, 'Desk/ReceptionList', { receptDate });
  let left = skip;
  for (const { ukno, rvst } of reserveList as Wire[]) {
    if (rvst === '2') continue;
    const shown: Wire = await ask(page, 'Desk/AmendFirstDisplay', { ukno: String(ukno) });
    const options = shown.listOpClass.flatMap((group: Wire) =>
      group.listOpItems.map((item: Wire) => ({ ...item, group })),
    );
    const free = options.find(
      ({ isBooked, state, gkgk, group }: Wire) =>
        isBooked === '0' && gkgk > 0 && ['', 'open'].includes(state) && group.trkb === '2',
    );
    if (!free || left-- > 0) continue;
    return {
      number: ukno,
      name: shown.name.replaceAll('　', ' '),
      version: shown.version,
      total: shown.sumTaxGkgk,
      option: { group: free.group.brnm, name: free.opnm, amount: free.gkgk, opbr: free.group.opbr, opcd: free.opcd },
      booked: options
        .filter(({ isBooked }: Wire) => isBooked === '1')
        .map(({ group, opcd }: Wire) => ({ opbr: group.opbr, opcd })),
    };
  }
  throw new Error(`nobody of ${receptDate} can be given an option`);
}
