// What the records of a master belong to, where they belong to another record: the address of each of its screens names it.
import type { MasterAddresses } from '#web/addresses.ts';
import { atKey, useKeyInAddress } from '#web/key-in-address.ts';
import { emptyRecord } from '#wire/record.ts';
import type { AnyMaster } from './master.ts';

/** What every call of the list and of a registration carries of it; null where the address names none. */
export const useScope = (master: AnyMaster): object | null => useKeyInAddress(master.scope ?? emptyRecord);

export function useAddressInScope(master: AnyMaster, screen: keyof MasterAddresses): string {
  const path = master.addresses[screen];
  const scope = useScope(master);
  return master.scope && scope ? atKey(path, master.scope, scope) : path;
}
