// One person's many bookings, made without the screens, and the list that shows them and nothing else.
import { expect, type Page } from '@playwright/test';
import { type Form, guestForm, stepForm } from '#tests/kit/booking-forms.ts';
import { encodeForm } from '#wire/form.ts';
import { newMail } from './booking-steps.ts';
import { logInToOffice } from './kit.ts';

export async function ask(page: Page, path: string, form: Form, token = '') {
  const answer = await page.request.post(`/${path}`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: `Bearer ${token}` },
    data: encodeForm(form).toString(),
  });
  return answer.json();
}

/** Katakana that nobody else has, to find them by. */
const newKana = () => Array.from({ length: 8 }, () => 'アカサタナハマヤラワ'[Math.floor(Math.random() * 10)]).join('');

/** One person's bookings, on as many places; which of them, tests that run side by side choose apart. `freeDay` is none of theirs, with the most times left. */
export async function bookMany(
  page: Page,
  count: number,
  position: number,
  changes: Form = {},
): Promise<{ kana: string; numbers: number[]; freeDay: string }> {
  const kana = newKana();
  const { ircd } = await ask(page, 'api/CommonTop/CommonTopFirstDisplay', { param: 'demo' });
  const form = guestForm(ircd, { email1: newMail(), ryk1: kana, ...changes });
  const { nend, listCourse } = await ask(page, 'api/CommonSelectCourse/FirstDisplay', { ...stepForm(form), nend: 0 });
  const { kscd, jkcd, gkgk } = listCourse.find(({ ksnm }: { ksnm: string }) => ksnm === '一日人間ドック');
  const chosen = { ...form, nend, kscd, courseJkcd: jkcd, sumGkgk: gkgk };
  const step = stepForm(chosen, { reserveDate: '' });
  const first = await ask(page, 'api/CommonSelectCalender/FirstDisplay', step);
  const places: { date: string; tmzn: string }[] = [...first.reserveData];
  for (let { calenderYear, calenderMonth } = first; places.length < position + count; ) {
    [calenderYear, calenderMonth] = calenderMonth === 12 ? [calenderYear + 1, 1] : [calenderYear, calenderMonth + 1];
    const month = { ...step, calenderYear, calenderMonth };
    places.push(...(await ask(page, 'api/CommonSelectCalender/ChangeCalender', month)).reserveData);
  }
  const taken = new Set(places.slice(position, position + count).map(({ date }) => date));
  const timesOn = Map.groupBy(places, ({ date }) => date);
  const free = [...timesOn].filter(([date]) => !taken.has(date)).sort(([, a], [, b]) => b.length - a.length);
  const numbers: number[] = [];
  let token = '';
  for (const { date, tmzn } of places.slice(position, position + count)) {
    const call = token ? 'CommonLoginedNewReserve' : 'CommonGuestNewReserve';
    const booked = await ask(page, `api/Account/${call}`, { ...chosen, reserveDate: date, reserveTmzn: tmzn }, token);
    expect(booked).toMatchObject({ errorCode: 0 });
    numbers.push(booked.ukno);
    if (token) continue;
    const account = { grant_type: 'password', username: booked.userId, password: booked.firstPassword };
    token = (await ask(page, 'Token', account)).access_token;
  }
  return { kana, numbers, freeDay: free[0]?.[0] ?? '' };
}

export const rowsOf = (page: Page) => page.getByRole('table', { name: '検索結果' }).locator('tbody tr[data-row]');

/** The list shows the person's bookings, and nothing else. */
export async function listThose(
  page: Page,
  { kana, numbers }: { kana: string; numbers: readonly number[] },
): Promise<void> {
  await logInToOffice(page);
  await page.goto('/WIGA1');
  await page.getByRole('button', { name: '条件をクリア', exact: true }).click();
  await page.getByRole('button', { name: '検索', exact: true }).click();
  await expect(page.getByText(/^表示 [1-9],\d{3} 件/)).toBeVisible();
  await page.getByRole('searchbox', { name: 'カナ氏名' }).fill(kana);
  await expect(rowsOf(page)).toHaveCount(numbers.length);
}
