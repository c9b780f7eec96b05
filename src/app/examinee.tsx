// The examinees' front door: the map of their screens, and the code that is loaded when one is opened.
// Before everything else: it says in which order the layers of all sheets count.
import '#web/styles/examinee-base.css';
import { BOOKING_STEPS } from '#domain/reservation/booking-steps.ts';
import { howToComeBack } from '#examinee/booking-session.ts';
import { answerTabs } from '#examinee/tabs.ts';
import { MY_PAGE_CALL } from '#examinee/top/contract.ts';
import { EXAMINEE, STEPS } from '#web/addresses.ts';
import { type ExamineeErrands, ExamineeShell } from '#web/examinee-shell.tsx';
import { LoadFailed } from '#web/plain-page.tsx';
import { prefetch } from '#web/prefetch.ts';
import { examineeSession, isExaminee } from '#web/session.ts';
import { examinee } from './examinee-routes.tsx';
import { openWing, screen } from './open-wing.tsx';

/** Which comes drawn, with its picture, and whoever was here before is gone from the tab. */
const isTop = location.pathname.startsWith(EXAMINEE.top(''));

const errands: ExamineeErrands = {
  isUnsaved: (pathname) => BOOKING_STEPS.some((step) => STEPS[step] === pathname),
  comeBack: howToComeBack,
};

// What the first page needs besides its code is sent for at once.
const session = examineeSession.get();
const { backgroundUrl } = session.institution;
if (location.pathname === EXAMINEE.myPage && isExaminee(session)) prefetch(MY_PAGE_CALL, session.auth.token);
if (backgroundUrl && !isTop) new Image().src = backgroundUrl;

const errorElement = <LoadFailed />;

answerTabs();

openWing([
  {
    errorElement,
    element: <ExamineeShell errands={errands} />,
    children: examinee,
  },
  {
    path: EXAMINEE.unsubscribe(':routeParam', ':key'),
    errorElement,
    ...screen(() => import('#examinee/unsubscribe/unsubscribe-screen.tsx').then((m) => m.UnsubscribeScreen)),
  },
  {
    path: EXAMINEE.verifyMail(':routeParam'),
    errorElement,
    ...screen(() => import('#examinee/verify-mail/verify-mail-screen.tsx').then((m) => m.VerifyMailScreen)),
  },
  {
    path: EXAMINEE.improper,
    ...screen(() => import('#web/not-found.tsx').then((m) => m.UtilityError)),
  },
  {
    path: '*',
    ...screen(() => import('#web/not-found.tsx').then((m) => m.NotFound)),
  },
]);

/** Long after the first page stands: nothing of it waits for this. */
const AHEAD_MS = 1_500;

// While people read the top page, the steps that most of them go on to are fetched. What fails is fetched when it is opened.
if (isTop) {
  addEventListener('load', () =>
    setTimeout(() => void import('#examinee/booking/course/course-screen.tsx').catch(() => {}), AHEAD_MS),
  );
}
