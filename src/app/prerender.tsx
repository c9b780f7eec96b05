// Draws an institution's top page ahead of the browser, so that a phone shows it before the scripts are there. Built into a file of
// its own, which the server loads (server/http/first-page.ts).
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, matchPath, RouterProvider } from 'react-router';
import { messageForExaminees, openTop } from '#examinee/top/contract.ts';
import { enterAtOnce } from '#examinee/top/enter.ts';
import { TopScreen, titleOf } from '#examinee/top/top-screen.tsx';
import { ExamineeShell } from '#web/examinee-shell.tsx';
import { bringAnswers, type FirstAnswer, forgetAnswers } from '#web/first-answers.ts';
import { examineeSession } from '#web/session.ts';
import type { Call } from '#wire/call.ts';
import { encodeForm } from '#wire/form.ts';
import type { AnyRecord, Value } from '#wire/record.ts';
import { examineePaths, top, topEntrances } from './addresses.ts';

const routes = [
  {
    element: <ExamineeShell paths={examineePaths} errands={{ isUnsaved: () => false, comeBack: () => null }} />,
    children: [{ path: top(':routeParam'), element: <TopScreen entrances={topEntrances} /> }],
  },
];

const routeParamOf = (pathname: string) => matchPath(top(':routeParam'), pathname)?.params.routeParam;

function asking<I extends AnyRecord>(call: Call<I>, input: Value<I>) {
  return { path: call.path, method: call.method, form: encodeForm(call.request.encode(input)).toString() };
}

/** The institution of the address, then its message. */
export function nextQuestion(pathname: string, answered: readonly FirstAnswer[]) {
  const routeParam = routeParamOf(pathname);
  const [institution] = answered;
  if (routeParam === undefined || answered.length > 1) return null;
  if (!institution) return asking(openTop, { routeParam });
  const { institutionCode } = openTop.reply.receive(institution.body);
  return asking(messageForExaminees, { institutionCode });
}

/** In one go: what the stores hold meanwhile is of this page, and of nobody. */
export function drawPage(pathname: string, answered: readonly FirstAnswer[]): { title: string; html: string } {
  bringAnswers(answered);
  try {
    enterAtOnce(routeParamOf(pathname) ?? '');
    const router = createMemoryRouter(routes, { initialEntries: [pathname] });
    const html = renderToString(<RouterProvider router={router} />);
    return { title: titleOf(examineeSession.get().institution.name), html };
  } finally {
    examineeSession.clear();
    forgetAnswers();
  }
}
