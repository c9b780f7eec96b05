// A mail address as its owner recognises it and nobody else reads it: h•••••o@example.jp.

/** Always as many dots: how long it is need not be shown either. */
export function maskMail(mail: string): string {
  const at = mail.lastIndexOf('@');
  const local = [...mail.slice(0, at)];
  const last = local.length > 2 ? local.at(-1) : '';
  return `${local[0] ?? ''}•••••${last}${mail.slice(at)}`;
}
