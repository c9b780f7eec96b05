// The frame of the back office: bar, menus that lie over the page, and the dialogs of its screens.

import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router';
import { isAtLeast, ROLE_NAMES, type Role } from '#domain/staff/roles.ts';
import { Row } from '#web/ui/layout.tsx';
import { OFFICE } from './addresses.ts';
import { FindBox } from './find-box.tsx';
import { Covered, useCover } from './office-cover.tsx';
import { helpFor, isWithin, leastFor, listOf, type MenuSection, type OfficeMenu, sectionsFor } from './office-menu.ts';
import styles from './office-shell.module.css';
import { announceLogOut, listenToTabs, othersHaveUnsaved } from './office-tabs.ts';
import { isNoticeBegun } from './open-notice.ts';
import { Help, PageHead } from './page-head.tsx';
import { ReAuthenticate } from './re-authenticate.tsx';
import { officeSession } from './session.ts';
import { SignInAgain, type SignInOutcome } from './sign-in-again.tsx';
import { signOut } from './sign-out.ts';
import { StaffNotices } from './staff-notices.tsx';
import { readIdentity } from './staff-sign-in.ts';
import { Button } from './ui/button.tsx';
import { DialogHost, useAsked, useDialogs } from './ui/dialogs.tsx';
import { Icon } from './ui/icon.tsx';
import { Link } from './ui/link.tsx';
import { Notice } from './ui/notice.tsx';
import { SkipLink } from './ui/skip-link.tsx';
import { askToLeave, FORCED, GONE, hasUnsaved } from './use-unsaved.ts';

export function OfficeBar({ role = 'manager', children }: { role?: Role; children?: ReactNode }) {
  return (
    <header className={styles.bar} data-sticky data-hide="print">
      <div className={styles.brand}>
        <svg viewBox="0 0 22 22" aria-hidden="true">
          <path d="M3 2h16a2 2 0 012 2v14a2 2 0 01-2 2H3a2 2 0 01-2-2V4a2 2 0 012-2zm6.5 4v3.5H6v3h3.5V16h3v-3.5H16v-3h-3.5V6z" />
        </svg>
        {/* At the log-in there is room for the product's own name, which whoever calls for help is asked for. */}
        {!children && '健診びより　'}健診予約システム
        <span className={styles.tag}>{ROLE_NAMES[role]}</span>
      </div>
      {children}
    </header>
  );
}

/** By a log-out: also a notice that is begun, which the tab keeps from page to page until then. */
const wouldBeLost = () => hasUnsaved() || isNoticeBegun();

export function OfficeShell({ menu }: { menu: OfficeMenu }) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const signIn = useAsked<SignInOutcome>();
  const reAuthentication = useAsked<boolean>();
  const [round, setRound] = useState(0);
  const cover = useCover();
  const { noticeCount } = officeSession.use();
  const list = listOf(menu, pathname);
  const help = useCallback((at: string) => helpFor(menu, at), [menu]);

  useEffect(() => {
    const leave = async () => {
      await signOut('office');
      navigate(OFFICE.login, { state: FORCED });
    };
    return listenToTabs({ hasUnsaved: wouldBeLost, onLogOut: leave });
  }, [navigate]);

  /** To the list from which one chooses again; one that is shown already is loaded again. */
  function leaveMissing() {
    // The list may be that of what the address names, such as a client's categories.
    navigate(`${list}${search}`, { replace: true, state: GONE });
    if (list === pathname) setRound(round + 1);
  }

  const leave = () => navigate(OFFICE.login, { state: FORCED });
  const mayLeave = async (dialogs: Parameters<typeof askToLeave>[0]) => !hasUnsaved() || askToLeave(dialogs, '移動');
  async function signInAgain(): Promise<SignInOutcome> {
    const outcome = await signIn.ask();
    if (outcome === 'done') cover.show('off');
    return outcome;
  }

  return (
    <div data-side="office">
      <DialogHost
        isHidden={cover.state === 'box'}
        afterSystemError={leave}
        sessionExpired={{ recover: cover.recover, signInAgain, mayLeave, stay: () => cover.show('box') }}
        forbidden={{
          // Menus follow; what was typed stays, whatever comes of it.
          follow: () => readIdentity().catch(() => {}),
          setUp: () => navigate(OFFICE.account),
          confirm: reAuthentication.ask,
        }}
        missing={{
          note: `ほかの利用者が削除した可能性があります。閉じると、${list === OFFICE.home ? 'TOP' : '一覧'}に戻ります。`,
          leave: leaveMissing,
        }}
      >
        <Covered
          cover={cover}
          isAsking={signIn.answer !== null}
          signInAgain={signInAgain}
          leave={leave}
          mayLeave={mayLeave}
        >
          <Help value={help}>
            <Frame menu={menu} round={round} />
          </Help>
          {noticeCount > 0 && <StaffNotices />}
        </Covered>
      </DialogHost>
      {reAuthentication.answer && <ReAuthenticate onDone={reAuthentication.answer} />}
      {signIn.answer && <SignInAgain onDone={signIn.answer} />}
    </div>
  );
}

function Frame({ menu, round }: { menu: OfficeMenu; round: number }) {
  const navigate = useNavigate();
  const dialogs = useDialogs();
  const { pathname } = useLocation();
  const { userName, role, isSending, isTwoFactorNeeded, isPasswordChangeNeeded, isTwoFactor, recoveryCount } =
    officeSession.use();
  const isLocked = isTwoFactorNeeded || isPasswordChangeNeeded;
  // A wide blank would be underlined where the line ends.
  const shownName = userName.replaceAll('　', ' ');
  const [open, setOpen] = useState<MenuSection['id'] | null>(null);
  const main = useRef<HTMLElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const sections = isLocked ? [] : sectionsFor(menu, { role, isSending });
  // The home is an entry of a section, too, but is reported as TOP.
  const isCurrent = (section: MenuSection) =>
    (pathname === OFFICE.find && section.id === 'reservations') ||
    (pathname !== OFFICE.home &&
      section.groups.some((group) => group.entries.some((entry) => isWithin(entry, pathname))));

  // As the role was when the screen was opened: one that changes meanwhile takes nothing away that was typed.
  const isOpen = useMemo(() => isAtLeast(officeSession.get().role, leastFor(menu, pathname)), [menu, pathname]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of screen moves the reader to its heading
  useEffect(() => {
    setOpen(null);
    window.scrollTo(0, 0);
    // A screen that loads first has no heading yet, and takes the reader there when it has one.
    (main.current?.querySelector('h1') ?? main.current)?.focus();
  }, [pathname]);

  async function logOut() {
    // It ends the other tabs, too.
    const where = wouldBeLost() ? '' : (await othersHaveUnsaved()) ? 'ほかのタブに、' : null;
    if (where !== null && !(await askToLeave(dialogs, 'ログアウト', where))) return;
    announceLogOut();
    await signOut('office');
    navigate(OFFICE.login, { state: FORCED });
  }

  return (
    <>
      <SkipLink />
      <OfficeBar role={role}>
        <Row as="nav" wrap={false} align="stretch" className={styles.menu} aria-label="メニュー">
          <Link to={OFFICE.home} aria-current={pathname === OFFICE.home ? 'page' : undefined}>
            TOP
          </Link>
          {sections.map((section) => (
            <button
              key={section.id}
              type="button"
              ref={open === section.id ? opener : undefined}
              aria-expanded={open === section.id}
              aria-controls="side-menu"
              aria-current={isCurrent(section) ? 'true' : undefined}
              onClick={() => setOpen(open === section.id ? null : section.id)}
            >
              {section.label}
              <Icon name="down" />
            </button>
          ))}
        </Row>
        {!isLocked && <FindBox />}
        <div className={styles.me}>
          <Link
            to={OFFICE.account}
            className={styles.userName}
            title={shownName}
            aria-label={`${shownName}（自分のアカウント）`}
            aria-current={pathname === OFFICE.account ? 'page' : undefined}
          >
            <Icon name="person" />
            <span>{shownName}</span>
          </Link>
          <Button kind="plain" className={styles.out} onClick={logOut}>
            <Icon name="out" />
            ログアウト
          </Button>
        </div>
      </OfficeBar>
      {sections
        .filter((section) => section.id === open)
        .map((section) => (
          <SideMenu
            key={section.id}
            section={section}
            pathname={pathname}
            onClose={() => {
              setOpen(null);
              opener.current?.focus();
            }}
          />
        ))}
      <main id="main" className={styles.main} tabIndex={-1} ref={main}>
        {pathname === OFFICE.home && isTwoFactor && recoveryCount <= FEW_CODES && (
          <Notice>
            リカバリーコードの残りが{recoveryCount}個です。
            <Link to={OFFICE.account}>作り直して、安全な場所に保管してください。</Link>
          </Notice>
        )}
        <Screen isOpen={isOpen} isLocked={isLocked && pathname !== OFFICE.account} round={round} />
      </main>
    </>
  );
}

const FEW_CODES = 3;

interface ScreenProps {
  isOpen: boolean;
  /** Nothing but setting up a second factor, or changing the password, is open to this session. */
  isLocked: boolean;
  round: number;
}

function Screen({ isOpen, isLocked, round }: ScreenProps) {
  // Where something is unsaved the screen stays: a call that is refused says why, and leads there.
  if (isLocked && !hasUnsaved()) return <Navigate to={OFFICE.account} replace />;
  return isOpen ? <Outlet key={round} /> : <NotForThisRole />;
}

/** In place of a screen whose address was typed: nothing is asked of the server. */
function NotForThisRole() {
  return (
    <>
      <PageHead title="権限エラー" crumbs={[]} />
      <Notice>この画面を表示する権限がありません。</Notice>
      <p>
        <Link to={OFFICE.home}>TOPへ</Link>
      </p>
    </>
  );
}

function SideMenu({ section, pathname, onClose }: { section: MenuSection; pathname: string; onClose(): void }) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.querySelector<HTMLElement>('li a')?.focus(), []);

  function move(event: KeyboardEvent) {
    if (event.key === 'Escape') return onClose();
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const links = [...(box.current?.querySelectorAll<HTMLElement>('li a') ?? [])];
    const at = links.indexOf(document.activeElement as HTMLElement);
    links[(at + step + links.length) % links.length]?.focus();
  }

  return (
    <nav className={styles.side} data-hide="print" id="side-menu" aria-label={section.label} ref={box} onKeyDown={move}>
      <header>
        {section.label}
        <Button kind="plain" aria-label="メニューを閉じる" onClick={onClose}>
          <Icon name="close" />
        </Button>
      </header>
      {section.groups.map((group) => (
        <section key={group.title}>
          {group.title && <h3>{group.title}</h3>}
          <ul>
            {group.entries.map((entry) => (
              <li key={entry.path}>
                <Link to={entry.path} aria-current={isWithin(entry, pathname) ? 'page' : undefined} onClick={onClose}>
                  {entry.label}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p className={styles.sideHint} data-hide="narrow">
        ↑↓ で移動、Enter で開く、Esc で閉じる
      </p>
    </nav>
  );
}
