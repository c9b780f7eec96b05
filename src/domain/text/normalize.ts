// What a person typed or pasted, put into the form that a field asks for: width, blanks and separators are no mistakes.

/** Half-width letters, digits and signs, whatever the keyboard was set to; no blanks, and nothing that can't be seen. */
export function normalizeCode(text: string): string {
  if (/^[\x21-\x7e]*$/.test(text)) return text;
  return text
    .normalize('NFKC')
    .replaceAll(/[‐-―−ー]/g, '-')
    .replaceAll(/[\s\p{Format}]/gu, '');
}

/** A mail address may hold a blank by mistake: where it is nobody else knows, so it stays, to be seen and reported. */
export const normalizeMail = (text: string) => text.trim().split(/\s+/).map(normalizeCode).join(' ');

/** As it is dialled in Japan, also where it was kept for calls from abroad: +81 90-1234-5678, +81 (0)3 1234 5678. */
export const normalizePhone = (text: string) => normalizeCode(text).replace(/^\+81-?(?:\(0\)|0)?-?/, '0');

const NUMBER = /^[¥\\]?(-?(?:[0-9]+|[0-9]{1,3}(?:[,、][0-9]{3})+))[円歳才]?$/;

/** The digits of 「３０，０００」, "¥30,000" or 「40歳」. What is no number stays as it was typed, to be seen and reported. */
export function normalizeDigits(text: string): string {
  if (/^[0-9]*$/.test(text)) return text;
  const number = NUMBER.exec(normalizeCode(text))?.[1];
  return number?.replaceAll(/[,、]/g, '') ?? text.trim();
}

/** A name has blanks inside, not around it. */
export const normalizeLine = (text: string) => text.trim();

export const normalizeKana = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/[ぁ-ゖ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x60))
    .trim();

/** A whole postal code, as phones fill it in and people paste it; null where it is only a part of one. */
export function splitPostalCode(text: string): { first: string; second: string } | null {
  const [, first, second] = /^〒?([0-9]{3})-?([0-9]{4})$/.exec(normalizeCode(text)) ?? [];
  return first && second ? { first, second } : null;
}
