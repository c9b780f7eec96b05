// What every call of a master must refuse, whoever keeps it.
import { expect } from 'vitest';
import type { TestService } from './service.ts';

/** Another institution's administrator, with right input, is informed that there is no such record. */
export async function expectForeignersRefused(
  service: TestService,
  family: string,
  form: Record<string, unknown>,
  foreignToken: string,
): Promise<void> {
  for (const name of ['Detail', 'Update', 'Delete']) {
    const answer = await service.post(`/api/${family}/${name}`, form, foreignToken);
    expect(answer, name).toMatchObject({ status: 404, body: { errorCode: 16 } });
  }
  const claimed = await service.post(`/api/${family}/List`, { ircd: '10000001' }, foreignToken);
  expect(claimed).toMatchObject({ status: 404, body: { errorCode: 16 } });
}

/** Without a token, or with a dead one, nothing is answered. */
export async function expectTokenNeeded(service: TestService, family: string, more: string[] = []): Promise<void> {
  await expectTokenNeededFor(service, family, ['List', 'Detail', 'Update', 'Register', 'Delete', ...more]);
}

/** The same for families that have other calls. */
export async function expectTokenNeededFor(service: TestService, family: string, names: string[]): Promise<void> {
  for (const name of names) {
    for (const dead of [undefined, 'x'.repeat(43)]) {
      const answer = await service.post(`/api/${family}/${name}`, {}, dead);
      expect(answer, name).toMatchObject({ status: 401, body: { errorCode: 15 } });
    }
  }
}

/** Refused with code 12 and exactly these sentences. */
export function invalidAnswer(sentences: readonly string[]) {
  return { status: 200, body: { errorCode: 12, errorMessagesList: sentences, errorMessage: sentences[0] } };
}

/** Names as they come: rare characters, an emoji, and the longest there may be. */
export const ODD_NAME = '髙﨑①～ 🩺 0012';
export const LONG_NAME = '検'.repeat(120);
