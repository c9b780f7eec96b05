// The frame of the examinee side: header with MENU, the institution's picture, the telephone block, and the dialogs.

import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { formatAddress } from '#domain/text/address.ts';
import { EXAMINEE, OFFICE } from '#web/addresses.ts';
import { Row, Stack } from '#web/ui/layout.tsx';
import styles from './examinee-shell.module.css';
import { examineeSession, isExaminee } from './session.ts';
import type { SignInOutcome } from './sign-in-again.tsx';
import { signOut } from './sign-out.ts';
import { DialogHost, type Dialogs, useAsked } from './ui/dialogs.tsx';
import { Icon } from './ui/icon.tsx';
import { OutsideLink } from './ui/outside-link.tsx';
import { SkipLink } from './ui/skip-link.tsx';

export interface ExamineeErrands {
  /** Whether something that was typed or chosen at this address would be lost by leaving it for the top page. */
  isUnsaved(pathname: string): boolean;
  /** How somebody comes back who has no account and whose session is over; null where they have one, or none began. */
  comeBack(): string | null;
}

// Few ever need it: their session ran out.
const SignInAgain = lazy(() => import('./sign-in-again.tsx').then((m) => ({ default: m.SignInAgain })));

const MISSING = '閉じると、マイページに戻ります。';

const askToLeaveBooking = (dialogs: Pick<Dialogs, 'confirm'>) =>
  dialogs.confirm('ご予約の手続きが途中です。', {
    details: 'このままトップに戻ると、選んだ内容と入力した内容は失われます。',
    ok: 'トップへ戻る',
    danger: true,
  });

export function ExamineeShell({ errands }: { errands: ExamineeErrands }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const session = examineeSession.use();
  const { institution } = session;
  const top = EXAMINEE.top(institution.routeParam);
  const signIn = useAsked<SignInOutcome>();
  // Here a system error is only closed; elsewhere it leads to the top page.
  const staysAfterError = [top, EXAMINEE.login(institution.routeParam)].includes(pathname);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of screen starts at its top
  useEffect(() => {
    window.scrollTo(0, 0);
    document.querySelector<HTMLElement>('main h1')?.focus();
  }, [pathname]);

  useManifest(institution.routeParam);

  return (
    <div data-side="examinee">
      <SkipLink />
      <Row as="header" wrap={false} gap="4" justify="between" className={styles.header}>
        <p className={styles.name}>{pathname === top ? '健康診断予約' : institution.name || '健康診断予約'}</p>
        <Menu top={top} />
      </Row>
      <DialogHost
        afterSystemError={() => !staysAfterError && institution.routeParam && navigate(top)}
        sessionExpired={{
          signInAgain: session.auth.userId ? signIn.ask : undefined,
          comeBack: errands.comeBack,
          mayLeave: async (dialogs) => !errands.isUnsaved(pathname) || askToLeaveBooking(dialogs),
        }}
        missing={isExaminee(session) ? { note: MISSING, leave: () => navigate(EXAMINEE.myPage) } : undefined}
      >
        <Outlet />
      </DialogHost>
      {signIn.answer && (
        <Suspense>
          <SignInAgain side="examinee" forgotten={EXAMINEE.forgotten} onDone={signIn.answer} />
        </Suspense>
      )}
      <Foot office={pathname === top ? OFFICE.login : null} />
    </div>
  );
}

/** By which a phone can put the institution's my page on its home screen (server/http/web-files.ts). */
function useManifest(routeParam: string): void {
  useEffect(() => {
    if (!routeParam) return;
    const link = document.createElement('link');
    Object.assign(link, { rel: 'manifest', href: `/manifest/${encodeURIComponent(routeParam)}` });
    document.head.append(link);
    return () => link.remove();
  }, [routeParam]);
}

/** Whose page this is. It comes as a whole once that is known, below everything, so that nothing moves for it. */
function Foot({ office }: { office: string | null }) {
  const { institution } = examineeSession.use();
  const { name, nameKana, examPhone, phone, homepageUrl, postalCode, address } = institution;
  if (!name) return null;
  const place = formatAddress({ postalCode, address });
  const contract = formatAddress({ postalCode: institution.contractPostalCode, address: institution.contractAddress });
  return (
    <footer className={styles.foot} data-hide="print">
      <p>
        <b>{name}</b> {nameKana && <span className={styles.footKana}>{nameKana}</span>}
      </p>
      {place && <p>{place}</p>}
      {examPhone && examPhone !== phone && (
        <p>
          受診会場の電話 <a href={`tel:${examPhone.replaceAll('-', '')}`}>{examPhone}</a>
        </p>
      )}
      {contract && contract !== place && <p>契約窓口 {contract}</p>}
      {homepageUrl && (
        <p>
          <OutsideLink href={homepageUrl}>{name}のホームページ</OutsideLink>
        </p>
      )}
      <p>© {name}</p>
      {office && (
        <p className={styles.office}>
          <a href={office}>医療機関の方（職員ログイン）</a>
        </p>
      )}
    </footer>
  );
}

function Menu({ top }: { top: string }) {
  const navigate = useNavigate();
  const session = examineeSession.use();
  const loggedIn = isExaminee(session);
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLElement>(null);
  const opener = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!open) return;
    const outside = (event: Event) => {
      if (!(event.target instanceof Node && box.current?.contains(event.target))) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [open]);

  const entry = (icon: 'home' | 'out' | 'key', label: string, act: () => unknown): ReactNode => (
    <li>
      <button
        type="button"
        onClick={() => {
          setOpen(false);
          act();
        }}
      >
        <Icon name={icon} />
        {label}
      </button>
    </li>
  );
  const leave = async () => {
    await signOut('examinee');
    navigate(top);
  };

  return (
    <nav
      className={styles.menu}
      data-hide="print"
      aria-label="メニュー"
      ref={box}
      onKeyDown={({ key }) => {
        if (!open) return;
        if (key === 'Escape') {
          setOpen(false);
          opener.current?.focus();
        }
        // Whoever tabs out of it would go on under it. Only after the event is it known where Tab led.
        if (key === 'Tab') setTimeout(() => box.current?.contains(document.activeElement) || setOpen(false));
      }}
    >
      <button
        type="button"
        ref={opener}
        className={styles.menuToggle}
        aria-expanded={open}
        aria-controls="site-menu-list"
        onClick={() => setOpen(!open)}
      >
        <Icon name="menu" />
        MENU
      </button>
      {open && (
        <ul className={styles.menuList} id="site-menu-list">
          {loggedIn ? entry('home', 'HOME', () => navigate(EXAMINEE.myPage)) : entry('home', 'Top', leave)}
          {loggedIn && entry('key', 'パスワード変更', () => navigate(EXAMINEE.changePassword))}
          {loggedIn && entry('out', 'ログアウト', leave)}
        </ul>
      )}
    </nav>
  );
}

/** The information block: whom to call with questions. Its place decides how it is set off from what is around it. */
export function CallUs({ place }: Pick<CallBlockProps, 'place'>) {
  return <CallBlock place={place} {...examineeSession.use().institution} />;
}

interface CallBlockProps {
  place: 'sheet' | 'below' | 'beside';
  phone: string;
  phoneHours: string;
}

/** For a page that knows the institution, and has no session. */
export function CallBlock({ place, phone, phoneHours }: CallBlockProps) {
  if (!phone) return null;
  return (
    <section className={styles.callUs} data-place={place} aria-label="お電話でのお問い合わせ">
      <p className={styles.callUsTitle}>ご不明な点は、お電話でお問い合わせください</p>
      <p>
        <a className={styles.callUsNumber} href={`tel:${phone.replaceAll('-', '')}`}>
          <Icon name="phone" />
          {phone}
        </a>
      </p>
      {phoneHours && (
        <Stack as="p" gap="3" lines="0" tone="soft" className={styles.callUsHours}>
          <span>電話受付</span>
          <span>{phoneHours.replaceAll('／', '\n')}</span>
        </Stack>
      )}
    </section>
  );
}

export function Band() {
  const { institution } = examineeSession.use();
  return (
    <section className={styles.band} data-hide="print" aria-label="サービス名">
      {institution.backgroundUrl && <img src={institution.backgroundUrl} alt="" />}
      <p>健康診断予約</p>
    </section>
  );
}
