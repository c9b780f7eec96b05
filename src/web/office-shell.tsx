// The frame of the back office: bar, menus that lie over the page, and the dialogs of its screens.
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, Outlet, useLocation, useNavigate } from 'react-router';
import styles from './office-shell.module.css';
import { announceLogOut, listenToTabs, othersHaveUnsaved, rejoinOtherTabs } from './office-tabs.ts';
import { officeSession } from './session.ts';
import { signOut } from './sign-in.ts';
import { SignInAgain, type SignInOutcome } from './sign-in-again.tsx';
import { Button } from './ui/button.tsx';
import { DialogHost, useDialogs } from './ui/dialogs.tsx';
import { Icon } from './ui/icon.tsx';
import { SkipLink } from './ui/skip-link.tsx';
import { askToLeave, FORCED, GONE, hasUnsaved } from './use-unsaved.ts';

interface MenuGroup {
  title: string;
  /** `within` is what the addresses of its screens begin with. */
  entries: readonly { label: string; path: string; within: string | readonly string[] }[];
}

const isWithin = ({ within }: MenuGroup['entries'][number], pathname: string) =>
  [within].flat().some((start) => pathname.startsWith(start));

export interface OfficeMenu {
  home: string;
  login: string;
  sections: readonly { id: 'reservations' | 'masters'; label: string; groups: readonly MenuGroup[] }[];
}

/** The bar with the product's name, and what else a screen has at its top. */
export function OfficeBar({ children }: { children?: ReactNode }) {
  return (
    <header className={styles.bar}>
      <div className={styles.brand}>
        <svg viewBox="0 0 22 22" aria-hidden="true">
          <path d="M3 2h16a2 2 0 012 2v14a2 2 0 01-2 2H3a2 2 0 01-2-2V4a2 2 0 012-2zm6.5 4v3.5H6v3h3.5V16h3v-3.5H16v-3h-3.5V6z" />
        </svg>
        健診予約システム
        <span className={styles.tag}>管理者</span>
      </div>
      {children}
    </header>
  );
}

export function OfficeShell({ menu }: { menu: OfficeMenu }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [asking, setAsking] = useState<((outcome: SignInOutcome) => void) | null>(null);
  const [round, setRound] = useState(0);
  const list = listOf(menu, pathname);

  useEffect(() => {
    const leave = async () => {
      await signOut('office');
      navigate(menu.login, { state: FORCED });
    };
    return listenToTabs({ hasUnsaved, onLogOut: leave });
  }, [navigate, menu]);

  /** To the list from which one chooses anew; one that is shown already is loaded anew. */
  function leaveMissing() {
    navigate(list, { replace: true, state: GONE });
    if (list === pathname) setRound(round + 1);
  }

  return (
    <div data-side="office">
      <DialogHost
        afterSystemError={() => navigate(menu.login, { state: FORCED })}
        sessionOver={{
          recover: rejoinOtherTabs,
          signInAgain: () => new Promise((resolve) => setAsking(() => resolve)),
          mayLeave: async (dialogs) => !hasUnsaved() || askToLeave(dialogs, '移動'),
        }}
        missing={{
          note: `ほかの利用者が削除した可能性があります。閉じると、${list === menu.home ? 'TOP' : '一覧'}に戻ります。`,
          leave: leaveMissing,
        }}
      >
        <Frame menu={menu} round={round} />
      </DialogHost>
      {asking && (
        <SignInAgain
          onDone={(outcome) => {
            setAsking(null);
            asking(outcome);
          }}
        />
      )}
    </div>
  );
}

/** The screen of the menu to which this one belongs. */
function listOf({ home, sections }: OfficeMenu, pathname: string): string {
  const entries = sections.flatMap(({ groups }) => groups.flatMap((group) => group.entries));
  return entries.find((entry) => isWithin(entry, pathname))?.path ?? home;
}

function Frame({ menu, round }: { menu: OfficeMenu; round: number }) {
  const navigate = useNavigate();
  const dialogs = useDialogs();
  const { pathname } = useLocation();
  const { userName } = officeSession.use();
  const [open, setOpen] = useState<'reservations' | 'masters' | null>(null);
  const main = useRef<HTMLElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const sections = menu.sections.filter((section) => section.groups.some((group) => group.entries.length > 0));
  // The home is an entry of a section, too, but is told as TOP.
  const isCurrent = (section: OfficeMenu['sections'][number]) =>
    pathname !== menu.home && section.groups.some((group) => group.entries.some((entry) => isWithin(entry, pathname)));

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of screen moves the reader to its heading
  useEffect(() => {
    setOpen(null);
    window.scrollTo(0, 0);
    // A screen that loads first has no heading yet, and takes the reader there when it has one.
    (main.current?.querySelector('h1') ?? main.current)?.focus();
  }, [pathname]);

  async function logOut() {
    // It ends the other tabs, too.
    const where = hasUnsaved() ? '' : (await othersHaveUnsaved()) ? 'ほかのタブに、' : null;
    if (where !== null && !(await askToLeave(dialogs, 'ログアウト', where))) return;
    announceLogOut();
    await signOut('office');
    navigate(menu.login, { state: FORCED });
  }

  return (
    <>
      <SkipLink />
      <OfficeBar>
        <nav className={styles.menu} aria-label="メニュー">
          <Link to={menu.home} aria-current={pathname === menu.home ? 'page' : undefined}>
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
        </nav>
        <div className={styles.me}>
          <span className={styles.userName}>{userName}</span>
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
        <Outlet key={round} />
      </main>
    </>
  );
}

interface SideMenuProps {
  section: OfficeMenu['sections'][number];
  pathname: string;
  onClose(): void;
}

function SideMenu({ section, pathname, onClose }: SideMenuProps) {
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
    <nav className={styles.side} id="side-menu" aria-label={section.label} ref={box} onKeyDown={move}>
      <header>
        {section.label}
        <Button kind="plain" aria-label="メニューを閉じる" onClick={onClose}>
          <Icon name="close" />
        </Button>
      </header>
      {section.groups
        .filter((group) => group.entries.length > 0)
        .map((group) => (
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
      <p className={styles.sideHint}>↑↓ で移動、Enter で開く、Esc で閉じる</p>
    </nav>
  );
}
