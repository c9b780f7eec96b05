// What examinees do on my page, over HTTP: whoever may not is reported alike, and what is sent twice is done once.
import type { Form } from '#tests/kit/booking-forms.ts';
import type { Bench } from './acts.ts';

interface Owned {
  number: number;
  mail: string;
}

const CONFIRM = '/api/CommonConfirmCancel/FirstDisplay';
const CANCEL = '/api/CommonConfirmCancel/CancelReserve';
const MY_PAGE = '/api/CommonMyPage/FirstDisplay';

const numbersIn = (list: unknown) => (list as { ukno: number }[]).map(({ ukno }) => ukno);

/**
 * Cancels as the screens do: looks at it, tries it with a stranger's token if there is one, then sends it twice under one id.
 * Says where all of that agrees: ok, or the step that a refusal leads to.
 */
export async function cancelOverHttp(
  bench: Bench,
  institutionCode: string,
  { number, mail }: Owned,
  stranger: string | undefined,
): Promise<unknown> {
  const token = await bench.tokenFor(institutionCode, mail);
  const form: Form = { ukno: number, requestId: crypto.randomUUID() };
  const verdictOf = async (path: string, by: string) => {
    const { body } = await bench.post(path, form, by);
    return body.errorCode === 0 ? 'ok' : (body.redoStep ?? body.errorCode);
  };
  const asStranger = stranger ? await verdictOf(CANCEL, await bench.tokenFor(institutionCode, stranger)) : 16;
  if (asStranger !== 16) return `a stranger is told ${asStranger}`;
  const looked = await verdictOf(CONFIRM, token);
  const verdicts = await Promise.all([verdictOf(CANCEL, token), verdictOf(CANCEL, token)]);
  const page = (await bench.post(MY_PAGE, {}, token)).body;
  const isCurrent = numbersIn(page.enableReserveDataList).includes(number);
  const isPast = numbersIn(page.disableReserveDataList).includes(number);
  const agreed = verdicts.every((verdict) => verdict === looked);
  if (!agreed || isCurrent === isPast) return { looked, verdicts, isCurrent, isPast };
  return looked === 'ok' && isCurrent ? 'still on my page' : looked;
}
