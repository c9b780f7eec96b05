// My page: the entrances to a new booking, and the reservations one has and had.
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Payer } from '#domain/reservation/user-kind.ts';
import { beginNewBooking, beginReservationChange } from '#examinee/booking-session.ts';
import { Card, CardBody } from '#examinee/parts/card.tsx';
import { Empty, OpensLater } from '#examinee/parts/texts.tsx';
import type { Entrances } from '#examinee/top/contract.ts';
import { EXAMINEE, ownReservationAt, STEPS } from '#web/addresses.ts';
import { ExamineePage } from '#web/examinee-page.tsx';
import { CallFailed, send } from '#web/send.ts';
import { examineeSession } from '#web/session.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { Loading, Notice } from '#web/ui/notice.tsx';
import { useLoad } from '#web/use-load.ts';
import { useSave } from '#web/use-save.ts';
import { myPageSession } from '../my-page-session.ts';
import { type MyPage, openMyPage, sendConfirmation, sendVerification, updateMailConsent } from './contract.ts';
import styles from './my-page-screen.module.css';
import { NoticeAct, PasswordNotice } from './password-notice.tsx';
import { type ReservationActs, ReservationCard } from './reservation-card.tsx';

export function MyPageScreen() {
  const navigate = useNavigate();
  const { personName } = examineeSession.use();
  const { data: page, reload } = useLoad(openMyPage, {});
  const { sendMail } = useMailSent('確認メール', reload);

  const acts: ReservationActs = {
    sendMail: ({ number }) => sendMail(() => send(sendConfirmation, { number })),
    showDetail: ({ number }) => navigate(ownReservationAt(number)),
    change: (entry) => navigate(STEPS[beginReservationChange(entry)]),
    cancel({ number }) {
      myPageSession.set({ cancelNumber: number, cancelRequestId: '' });
      navigate(EXAMINEE.cancel);
    },
  };
  const begin = (payer: Payer) => page && navigate(STEPS[beginNewBooking(payer, page)]);

  return (
    <ExamineePage
      title="マイページ"
      lead={`${personName} 様`}
      layout="columns"
      beside={page && <NewBooking page={page} hide="compact" onBegin={begin} />}
    >
      {!page && <Loading />}
      {page && (
        <>
          {page.isFirstPassword && <PasswordNotice page={page} />}
          {!page.isMailVerified && <VerifyNotice onVerified={reload} />}
          <NewBooking page={page} hide="wide" onBegin={begin} />
          <Reservations page={page} acts={acts} />
          <MailConsent page={page} />
        </>
      )}
    </ExamineePage>
  );
}

const TABS = [
  { tab: 'current', word: '現在のご予約', empty: '現在のご予約はありません。' },
  { tab: 'past', word: 'キャンセル・過去のご予約', empty: 'キャンセルされたご予約や過去のご予約はありません。' },
] as const;

function Reservations({ page, acts }: { page: MyPage; acts: ReservationActs }) {
  const { tab: open } = myPageSession.use();
  const shown = TABS.find(({ tab }) => tab === open) ?? TABS[0];
  const entries = page[shown.tab];
  return (
    <Stack as="section" gap="6" className={styles.list} aria-labelledby="reservations">
      <h2 id="reservations">ご予約の一覧</h2>
      <Stack gap="1" className={styles.tabs} role="radiogroup" aria-label="表示するご予約">
        {TABS.map(({ tab, word }) => (
          <Stack key={tab} as="label" tone="soft" className={styles.tab} data-ring>
            <input
              type="radio"
              name="reservations"
              checked={tab === shown.tab}
              onChange={() => myPageSession.set({ tab })}
            />
            <span>
              {word}（{page[tab].length}件）
            </span>
          </Stack>
        ))}
      </Stack>
      {entries.length === 0 && <Empty lines={[shown.empty]} />}
      {entries.map((entry) => (
        <ReservationCard key={entry.number} entry={entry} page={page} isCurrent={shown.tab === 'current'} acts={acts} />
      ))}
    </Stack>
  );
}

function VerifyNotice({ onVerified }: { onVerified(): void }) {
  const { isBusy, sendMail } = useMailSent('メールアドレスの確認', onVerified);
  return (
    <Notice>
      <p>メールアドレスの確認がお済みでありません。</p>
      <p>
        医療機関で承ったご予約や、医療機関で変更・訂正したご予約は、確認が済むまでここに表示されません。ご予約の際のメールにあるリンク、または下のボタンで届くメールのリンクから確認してください。
      </p>
      <NoticeAct>
        <Button aria-disabled={isBusy} onClick={() => sendMail(() => send(sendVerification, {}))}>
          確認メールを送信する
        </Button>
      </NoticeAct>
    </Notice>
  );
}

const WORDS: Readonly<Record<Payer, string>> = {
  individual: '個人で予約する',
  insurance: '健康保険・お勤め先の健診で予約する',
};

interface NewBookingProps {
  page: MyPage;
  /** In one of two places, by how wide the window is. */
  hide: string;
  onBegin(payer: Payer): void;
}

function NewBooking({ page, hide, onBegin }: NewBookingProps) {
  const entrances = entrancesOf(page);
  return (
    <Card data-hide={hide} aria-label="新しく予約する">
      <CardBody gap="3" className={styles.doors}>
        <h2>新しく予約する</h2>
        {entrances.map(({ payer, isOpen, openDate }) =>
          isOpen ? (
            <Button key={payer} kind="primary" onClick={() => onBegin(payer)}>
              {WORDS[payer]}
            </Button>
          ) : (
            <OpensLater key={payer} payer={payer} on={openDate} />
          ),
        )}
        {entrances.length === 0 && (
          <p>ただいま、この画面での新しいご予約は受け付けておりません。お電話でお問い合わせください。</p>
        )}
      </CardBody>
    </Card>
  );
}

/** `onRefused` is called where things are no longer as the page shows them. */
function useMailSent(title: string, onRefused: () => void) {
  const dialogs = useDialogs();
  const { isBusy, act } = useSave();

  const showWhy = ([lead = '']: readonly string[]) => dialogs.show({ title, lead });

  const sendMail = (sending: () => Promise<unknown>) =>
    act({
      progress: { title: 'メール送信中', sentence: 'メール送信中です。' },
      send: sending,
      done: () => dialogs.finished('メール送信完了', 'メール送信完了しました。'),
      async refused({ sentences }) {
        await showWhy(sentences);
        onRefused();
      },
      async failed(error) {
        if (!(error instanceof CallFailed && error.is('TooMany'))) {
          return dialogs.systemError(error, { canRetry: true });
        }
        await showWhy(error.sentences);
        return false;
      },
    });
  return { isBusy, sendMail };
}

const CHOICES = [
  { accepts: true, word: '受け取る' },
  { accepts: false, word: '受け取らない' },
] as const;

function MailConsent({ page }: { page: MyPage }) {
  const [accepts, setAccepts] = useState(page.acceptsMail);
  const [isSaved, setSaved] = useState(false);
  const { isBusy, act } = useSave();
  const choose = (wanted: boolean) =>
    act({
      send: () => send(updateMailConsent, { acceptsMail: wanted }),
      // The same wish twice is one.
      canRepeat: true,
      done() {
        setAccepts(wanted);
        setSaved(true);
      },
    });
  return (
    <Card aria-labelledby="mail-wish">
      <CardBody gap="3">
        <h2 id="mail-wish">健診のご案内メール</h2>
        <p>受診から月日が経ったころに、次の健診をメールでご案内します。</p>
        {/* Buttons, not radios: each press is kept at once, and arrow keys must not walk through wishes. */}
        <Stack as="fieldset" gap="2" className={styles.choices}>
          <legend className="visually-hidden">健診のご案内メール</legend>
          {CHOICES.map(({ accepts: wanted, word }) => (
            <Button
              key={word}
              aria-pressed={accepts === wanted}
              aria-disabled={isBusy}
              className={styles.choice}
              onClick={() => accepts !== wanted && choose(wanted)}
            >
              {word}
            </Button>
          ))}
        </Stack>
        <p role="status" className={styles.saved}>
          {isSaved && (accepts ? '健診のご案内メールをお送りします。' : '健診のご案内メールの配信を停止しました。')}
        </p>
      </CardBody>
    </Card>
  );
}

type Offer = Pick<MyPage, 'bookingKinds' | 'individualsWelcome' | keyof Entrances>;

/**
 * Which kinds of booking are offered, and which later: what the institution takes, individuals only while their client is usable, and each
 * as soon as there is something to book.
 */
export function entrancesOf(offer: Offer) {
  const { bookingKinds, individualsWelcome } = offer;
  const isTaken: Readonly<Record<Payer, boolean>> = {
    individual: bookingKinds !== 'insurance' && individualsWelcome,
    insurance: bookingKinds !== 'individual',
  };
  const entrances = [
    { payer: 'individual', isOpen: offer.isIndividualOpen, openDate: offer.individualOpenDate },
    { payer: 'insurance', isOpen: offer.isInsuranceOpen, openDate: offer.insuranceOpenDate },
  ] as const;
  return entrances.filter(({ payer, isOpen, openDate }) => isTaken[payer] && (isOpen || openDate !== null));
}
