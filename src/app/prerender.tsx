// What the server knows of the examinees' screens: it draws an institution's top page ahead of the browser, so that a phone shows it before
// the scripts are there, and names the files with which an address begins. Built into a file of its own (server/http/first-page.ts).
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, matchPath, RouterProvider } from 'react-router';
import { messageForExaminees, openTop } from '#examinee/top/contract.ts';
import { enterFromInitialData, TopScreen, titleOf } from '#examinee/top/top-screen.tsx';
import { EXAMINEE, STEPS } from '#web/addresses.ts';
import { ExamineeShell } from '#web/examinee-shell.tsx';
import { clearInitialData, type InitialAnswer, setInitialData } from '#web/prefetch.ts';
import { examineeSession } from '#web/session.ts';
import type { Call } from '#wire/call.ts';
import { encodeForm } from '#wire/form.ts';
import type { AnyRecord, Value } from '#wire/record.ts';

const routes = [
  {
    element: <ExamineeShell errands={{ isUnsaved: () => false, comeBack: () => null }} />,
    children: [{ path: EXAMINEE.top(':routeParam'), element: <TopScreen /> }],
  },
];

const routeParamOf = (pathname: string) => matchPath(EXAMINEE.top(':routeParam'), pathname)?.params.routeParam;

function asking<I extends AnyRecord>(call: Call<I>, input: Value<I>) {
  return { path: call.path, method: call.method, form: encodeForm(call.request.encode(input)).toString() };
}

const ADDRESSES = {
  'my-page': [EXAMINEE.myPage, EXAMINEE.reservation, EXAMINEE.cancel, EXAMINEE.cancelled],
  booking: [
    EXAMINEE.login(':routeParam'),
    ...Object.values(STEPS),
    EXAMINEE.changePassword,
    EXAMINEE.passwordChanged,
    EXAMINEE.forgotten,
    EXAMINEE.passwordReissued,
  ],
};

export function partOf(pathname: string): keyof typeof ADDRESSES | null {
  const isOf = (part: keyof typeof ADDRESSES) => ADDRESSES[part].some((address) => matchPath(address, pathname));
  return isOf('my-page') ? 'my-page' : isOf('booking') ? 'booking' : null;
}

export function nextQuestion(pathname: string, answered: readonly InitialAnswer[]) {
  const routeParam = routeParamOf(pathname);
  const [institution] = answered;
  if (routeParam === undefined || answered.length > 1) return null;
  if (!institution) return asking(openTop, { routeParam });
  const { institutionCode } = openTop.reply.receive(institution.body);
  return asking(messageForExaminees, { institutionCode });
}

/** In one go: what the stores hold meanwhile is of this page, and of nobody. */
export function drawPage(pathname: string, answered: readonly InitialAnswer[]): { title: string; html: string } {
  setInitialData(answered);
  try {
    enterFromInitialData(routeParamOf(pathname) ?? '');
    const router = createMemoryRouter(routes, { initialEntries: [pathname] });
    const html = renderToString(<RouterProvider router={router} />);
    return { title: titleOf(examineeSession.get().institution.name), html };
  } finally {
    examineeSession.clear();
    clearInitialData();
  }
}
