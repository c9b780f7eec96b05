// The examinee's top page: the institution, its message, and the entrances.

import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { beginNewBooking } from '#examinee/booking-session.ts';
import { CHECK_ADDRESS, NO_INSTITUTION, OpensLater } from '#examinee/parts/texts.tsx';
import { EXAMINEE, STEPS } from '#web/addresses.ts';
import { CallUs } from '#web/examinee-shell.tsx';
import { useTitle } from '#web/page-head.tsx';
import { clearInitialData, initialAnswer } from '#web/prefetch.ts';
import { CallFailed, send } from '#web/send.ts';
import { examineeSession } from '#web/session.ts';
import { signOut } from '#web/sign-out.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { Loading, Notice } from '#web/ui/notice.tsx';
import type { Reply } from '#wire/call.ts';
import { type Entrances, messageForExaminees, openTop } from './contract.ts';
import { NotOpen } from './not-open.tsx';
import styles from './top-screen.module.css';

function enterInstitution({ institutionCode, ...institution }: Reply<typeof openTop>): void {
  examineeSession.clear();
  examineeSession.set({ auth: { ...examineeSession.get().auth, institutionCode }, institution });
}

/** What came along with the document; null where that was about something else, or held nothing. */
function initialTop(routeParam: string) {
  const found = initialAnswer(openTop, { routeParam });
  const { institutionCode = '' } = found ?? {};
  return found && { found, message: initialAnswer(messageForExaminees, { institutionCode })?.message ?? '' };
}

/** Before the screen is drawn for the first time, so that nothing of it has to move. */
export function enterFromInitialData(routeParam: string): null {
  const first = initialTop(routeParam);
  if (first) {
    // The tab has forgotten the person when this returns; the server learns it meanwhile.
    void signOut('examinee');
    enterInstitution(first.found);
  }
  return null;
}

type Opening = Pick<Reply<typeof openTop>, 'isOpen' | 'openDate' | keyof Entrances>;

export const titleOf = (institutionName: string) =>
  institutionName ? `${institutionName} 健康診断予約` : '健康診断予約';

/** Until it is known, the entrances stand there and lead nowhere yet. */
const OPEN: Opening = {
  isOpen: true,
  openDate: null,
  isIndividualOpen: true,
  individualOpenDate: null,
  isInsuranceOpen: true,
  insuranceOpenDate: null,
};

export function TopScreen() {
  const { routeParam = '' } = useParams();
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const [{ first, of }] = useState(() => ({ first: initialTop(routeParam), of: routeParam }));
  const [state, setState] = useState<'loading' | 'ready' | 'failed' | 'missing'>(first ? 'ready' : 'loading');
  const [message, setMessage] = useState(first?.message ?? '');
  const [opening, setOpening] = useState<Opening>(first?.found ?? OPEN);
  const [round, setRound] = useState(0);
  const { institution } = examineeSession.use();
  const ready = state === 'ready';
  useTitle(state === 'missing' ? NO_INSTITUTION : titleOf(institution.name));

  useEffect(() => {
    const isThere = first !== null && of === routeParam && round === 0;
    clearInitialData();
    if (isThere) return;
    const abort = new AbortController();
    async function open() {
      // First of all: an address that does not exist costs nobody their session.
      const found = await send(openTop, { routeParam }, { anonymous: true, signal: abort.signal });
      await signOut('examinee');
      // Whoever has gone on meanwhile keeps what was begun since.
      if (abort.signal.aborted) return;
      enterInstitution(found);
      setOpening(found);
      setState('ready');
      // A page without its message still serves.
      const { institutionCode } = found;
      const news = await send(messageForExaminees, { institutionCode }, { signal: abort.signal }).catch(() => null);
      if (news) setMessage(news.message);
    }
    open().catch(async (error) => {
      if (abort.signal.aborted) return;
      setState(error instanceof CallFailed && error.is('NotFound') ? 'missing' : 'failed');
      if (await dialogs.systemError(error, { canRetry: true })) setRound((before) => before + 1);
    });
    return () => abort.abort();
  }, [routeParam, dialogs, round, first, of]);

  const book = (kind: 'individual' | 'insurance') => navigate(STEPS[beginNewBooking(kind, null)]);

  if (state === 'missing') {
    return (
      <main id="main" className={styles.sheet} tabIndex={-1}>
        <h1 className={styles.name} tabIndex={-1}>
          {NO_INSTITUTION}
        </h1>
        <p>{CHECK_ADDRESS}</p>
      </main>
    );
  }
  return (
    <>
      <div className={styles.hero}>
        {institution.backgroundUrl ? (
          <img src={institution.backgroundUrl} alt="" />
        ) : (
          state !== 'loading' && <DefaultPicture />
        )}
      </div>
      <main id="main" className={styles.sheet} tabIndex={-1}>
        <div>
          {state === 'loading' && !institution.name ? (
            <Loading />
          ) : (
            <h1 className={styles.name} tabIndex={-1}>
              {institution.name || '健康診断予約'}
            </h1>
          )}
          {institution.nameEnglish && (
            <p className={styles.english} lang="en">
              {institution.nameEnglish}
            </p>
          )}
          {state === 'failed' && (
            <Notice above="4">ページを表示できません。アドレスをご確認のうえ、もう一度アクセスしてください。</Notice>
          )}
          {message && <Notice above="4">{message}</Notice>}
        </div>
        <div className={styles.doors}>
          {opening.isOpen ? (
            <NewBooking
              opening={opening}
              isIndividual={institution.bookingKinds === 'individual'}
              disabled={!ready}
              onBook={book}
            />
          ) : (
            <NotOpen openDate={opening.openDate} />
          )}
          <section aria-labelledby="my-bookings">
            <h2 id="my-bookings">予約の確認・変更・キャンセル</h2>
            <Entrance
              name="マイページにログイン"
              whom="すでにご予約のある方"
              secondary
              disabled={!ready}
              onOpen={() => navigate(EXAMINEE.login(institution.routeParam))}
            />
          </section>
        </div>
        <div className={styles.phone}>
          {opening.isOpen && <CallUs place="sheet" />}
          <a className={styles.guide} href="/guide/examinee.html" target="_blank" rel="noopener">
            ご予約の方法（はじめての方へ）
          </a>
        </div>
      </main>
    </>
  );
}

interface NewBookingProps {
  opening: Opening;
  isIndividual: boolean;
  disabled: boolean;
  onBook(kind: 'individual' | 'insurance'): void;
}

function NewBooking({ opening, isIndividual, disabled, onBook }: NewBookingProps) {
  return (
    <section aria-labelledby="new-booking">
      <h2 id="new-booking">新しく予約する</h2>
      {isIndividual ? (
        <Entrance
          name="予約する"
          whom="健康診断・人間ドックを受けられる方"
          disabled={disabled}
          onOpen={() => onBook('individual')}
        />
      ) : (
        <>
          {opening.isIndividualOpen && (
            <Entrance
              name="個人で予約する"
              whom="費用をご自身で支払われる方"
              disabled={disabled}
              onOpen={() => onBook('individual')}
            />
          )}
          {opening.isInsuranceOpen && (
            <Entrance
              name="健康保険・お勤め先の健診で予約する"
              whom="健康保険組合・協会けんぽ・共済・国保やお勤め先の補助を利用される方"
              disabled={disabled}
              onOpen={() => onBook('insurance')}
            />
          )}
          <OpensLater payer="individual" on={opening.individualOpenDate} className={styles.later} />
          <OpensLater payer="insurance" on={opening.insuranceOpenDate} className={styles.later} />
        </>
      )}
    </section>
  );
}

interface EntranceProps {
  name: string;
  whom: string;
  secondary?: boolean;
  disabled: boolean;
  onOpen(): void;
}

function Entrance({ name, whom, secondary, disabled, onOpen }: EntranceProps) {
  return (
    <Button kind={secondary ? 'secondary' : 'primary'} className={styles.entrance} disabled={disabled} onClick={onOpen}>
      <Stack as="span" gap="1">
        <span className={styles.entranceName}>{name}</span>
        <span className={styles.entranceWhom}>{whom}</span>
      </Stack>
      <Icon name="right" />
    </Button>
  );
}

function DefaultPicture() {
  return (
    <svg width="100%" height="100%" viewBox="0 0 1280 300" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="1280" height="300" fill="var(--accent-tint)" />
      <circle cx="890" cy="104" r="44" fill="var(--paper)" />
      <g fill="var(--accent)">
        <path opacity="0.1" d="M0 190C180 120 330 96 520 138S860 210 1010 150s190-44 270-30V300H0Z" />
        <path opacity="0.14" d="M0 226C140 196 260 168 430 184s330 62 500 34 230-56 350-40V300H0Z" />
        <path opacity="0.2" d="M0 236C220 246 300 208 520 216s350 44 520 34 170-24 240-22V300H0Z" />
      </g>
    </svg>
  );
}
