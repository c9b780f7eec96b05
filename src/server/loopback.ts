// Names of this machine, which nobody else can reach it by.

export const isLoopback = (host: string) =>
  host === '::1' || /^(localhost|127(\.[0-9]{1,3}){3}|\[::1\])(:[0-9]+)?$/i.test(host);
