// A guest's booking for a journey whose subject comes after it, made from its page.
import { expect, type Page } from '@playwright/test';
import { type BookedGuest, bookGuest } from '#tests/kit/booked-guest.ts';
import type { Form } from '#tests/kit/booking-forms.ts';
import { encodeForm } from '#wire/form.ts';

export type { BookedGuest };

export function bookAsGuest(page: Page, position: number, changes: Form = {}): Promise<BookedGuest> {
  const ask = async (path: string, form: Form) => {
    const answer = await page.request.post(`/api/${path}`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      data: encodeForm(form).toString(),
    });
    const body = await answer.json();
    expect(body).toMatchObject({ errorCode: 0 });
    return body;
  };
  return bookGuest(ask, position, changes);
}
