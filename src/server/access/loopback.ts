// Names of this machine, which nobody else can reach it by.
import { isIP } from 'node:net';

/** A host, with or without its port. */
export const isLoopback = (host: string) =>
  host === '::1' || /^(localhost|127(\.[0-9]{1,3}){3}|\[::1\])(:[0-9]+)?$/i.test(host);

/** An address, or a network with the length of its prefix. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  const isPrefix = bits === undefined || (/^[0-9]{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= longest);
  return longest > 0 && isPrefix && more.length === 0;
}
