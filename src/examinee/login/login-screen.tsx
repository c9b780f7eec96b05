// The examinee's login: to my page, on the way into a booking, or back into one.
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { isBookingStep } from '#domain/reservation/booking-steps.ts';
import { lowerAscii } from '#domain/text/characters.ts';
import { beginNewBooking, bookingSession, continueBookingAs } from '#examinee/booking-session.ts';
import { logIn, logInByHandover } from '#examinee/log-in.ts';
import { BackButton } from '#examinee/parts/entry-form.tsx';
import { CHECK_ADDRESS, NO_INSTITUTION } from '#examinee/parts/texts.tsx';
import { openTop } from '#examinee/top/contract.ts';
import { EXAMINEE, STEPS } from '#web/addresses.ts';
import { ExamineePage } from '#web/examinee-page.tsx';
import { CallFailed, send } from '#web/send.ts';
import { examineeSession } from '#web/session.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { PasswordField, TextField } from '#web/ui/fields.tsx';
import { useForm } from '#web/ui/form.ts';
import { Form } from '#web/ui/form-element.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { Link } from '#web/ui/link.tsx';
import { Loading, Notice } from '#web/ui/notice.tsx';
import { useLoad } from '#web/use-load.ts';
import { useSave } from '#web/use-save.ts';
import { record } from '#wire/record.ts';
import { asTyped, mailAddress, text } from '#wire/texts.ts';
import styles from './login-screen.module.css';

/** The calls are those of account and top. */
const credentials = record({
  mail: mailAddress('email', 'メールアドレス', { required: true }),
  password: text('password', 'パスワード', {
    required: true,
    max: 200,
    like: [/^\S+$/, 'パスワードに空白は使用できません。'],
    tidy: asTyped,
  }),
});

/**
 * Where the login leads back to: a step of a booking that was left for it, or the page on which the session was over. And
 * the mail address that was typed there.
 */
function useReturnTo() {
  const { state: wayBack }: { state: Readonly<Record<string, unknown>> | null } = useLocation();
  const { backTo, returnTo, mail } = wayBack ?? {};
  return {
    wayBack,
    backTo: isBookingStep(backTo) ? backTo : null,
    returnTo: typeof returnTo === 'string' ? returnTo : null,
    typedMail: typeof mail === 'string' ? mail : '',
  };
}

export function LoginScreen() {
  const { routeParam = '' } = useParams();
  const { institution } = examineeSession.use();
  const [isMissing, setMissing] = useState(false);
  const isKnown = institution.routeParam === routeParam && institution.name !== '';

  // Opened by its own address: which institution this is has yet to be asked.
  const { isFailed, isLoading } = useLoad(openTop, isKnown ? null : { routeParam }, {
    async ask(asked, options) {
      try {
        const answer = await send(openTop, asked, { ...options, anonymous: true });
        const { institutionCode, ...found } = answer;
        // Not before: an address that does not exist costs nobody their session.
        examineeSession.clear();
        examineeSession.set({
          auth: { ...examineeSession.get().auth, institutionCode },
          // An address of former times leads here as well; the page keeps the one it was opened by.
          institution: { ...found, routeParam },
        });
        return answer;
      } catch (error) {
        setMissing(error instanceof CallFailed && error.is('NotFound'));
        throw error;
      }
    },
  });
  const hasFailed = !isKnown && isFailed && !isLoading;

  const isArriving = useHandover(isKnown);
  const isWaiting = !hasFailed && (!isKnown || isArriving);
  return (
    <ExamineePage title={isMissing ? NO_INSTITUTION : 'ログイン'} tabTitle="ログイン" layout="narrow">
      {isKnown && !isWaiting && <LoginForm />}
      {isWaiting && <Loading />}
      {hasFailed && (
        <Notice>
          {isMissing ? CHECK_ADDRESS : 'ページを表示できません。アドレスをご確認のうえ、もう一度アクセスしてください。'}
        </Notice>
      )}
    </ExamineePage>
  );
}

/** An assertion that a partner's portal sent along in the fragment, which no server and no log gets to see. */
const assertionIn = (hash: string) => new URLSearchParams(hash.slice(1)).get('assertion') ?? '';

/** Takes a person over who was sent by a partner, and leads them into the booking; says whether that is going on. */
function useHandover(isKnown: boolean): boolean {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const dialogs = useDialogs();
  const [isArriving, setArriving] = useState(assertionIn(hash) !== '');
  /** It holds only once, however often the page is drawn. */
  const taken = useRef('');

  useEffect(() => {
    const assertion = assertionIn(hash);
    if (!isKnown || !assertion || taken.current === assertion) return;
    taken.current = assertion;
    // Out of the address before anything else, so that it stays in no history.
    navigate(pathname, { replace: true });
    setArriving(true);
    logInByHandover(assertion)
      .then(async (isIn) => {
        // One that goes on opens at the first step that is still to be done.
        if (isIn) return navigate(isIn === 'begins' ? STEPS.insurance : STEPS.confirm, { replace: true });
        setArriving(false);
        await dialogs.show({
          title: '認証エラー',
          tone: 'wrong',
          lead: '引き継ぎの有効期限が過ぎているか、すでに使用されています。お手数ですが、元のサイトからもう一度お進みください。',
        });
      })
      .catch((error) => {
        setArriving(false);
        return dialogs.systemError(error);
      });
  }, [hash, pathname, isKnown, navigate, dialogs]);

  return isArriving;
}

function LoginForm() {
  const navigate = useNavigate();
  const dialogs = useDialogs();
  const { wayBack, backTo, returnTo, typedMail } = useReturnTo();
  const isOnTheWay = backTo !== null || returnTo !== null;
  const { institution } = examineeSession.use();
  const { isBusy, save } = useSave();
  const form = useForm(credentials, { ...credentials.blank, mail: typedMail });

  function submit(errand: 'my-page' | 'booking') {
    const before = lowerAscii(examineeSession.get().auth.userId);
    return save(form.submit, {
      send: ({ mail, password }) => logIn(mail, password, isOnTheWay),
      done(info) {
        if (!info) return refuse();
        // Their own page, and what was begun on it, is still there; whoever else it is has nothing to go on with.
        const isSame = before === lowerAscii(examineeSession.get().auth.userId);
        if (returnTo) return navigate(isSame ? returnTo : EXAMINEE.myPage, { replace: true });
        if (errand === 'my-page') return navigate(EXAMINEE.myPage);
        const step = backTo ? continueBookingAs(info, backTo) : beginNewBooking('individual', info);
        bookingSession.set({ enRoute: { inUse: true } });
        return navigate(STEPS[step], { replace: backTo !== null });
      },
      async failed(error) {
        // Too many tries in a row: the sentence says how long to wait.
        if (error instanceof CallFailed && error.is('TooMany')) await refuse(error.sentences[0]);
        else await dialogs.systemError(error);
        return false;
      },
    });
  }

  async function refuse(sentence = 'ユーザーIDまたはパスワードが正しくありません。') {
    form.empty('password');
    await dialogs.show({
      title: '認証エラー',
      tone: 'wrong',
      lead: sentence,
    });
  }

  return (
    <Form gap="6" onSubmit={() => submit(backTo ? 'booking' : 'my-page')}>
      {backTo && <Notice>ログインすると、ご入力いただいた内容のまま、ご予約の続きに戻ります。</Notice>}
      {returnTo && <Notice>ログインすると、元の画面に戻り、続きから操作できます。</Notice>}
      <TextField {...form.bind('mail')} type="email" inputMode="email" autoComplete="username" width="full" />
      <PasswordField {...form.bind('password')} />
      <p>
        <Link className={styles.forgotten} to={EXAMINEE.forgotten} state={wayBack}>
          パスワードをお忘れの方
        </Link>
      </p>
      <Stack gap="3">
        <Button kind="primary" type="submit" aria-disabled={isBusy}>
          {backTo ? 'ログインして予約を続ける' : returnTo ? 'ログインして続ける' : 'マイページにログイン'}
          <Icon name="right" />
        </Button>
        {!isOnTheWay && institution.bookingKinds !== 'insurance' && institution.isIndividualOpen && (
          <Button aria-disabled={isBusy} onClick={() => submit('booking')}>
            ログインしてコース選択へ
            <Icon name="right" />
          </Button>
        )}
      </Stack>
      <BackButton
        onClick={() => navigate(backTo ? STEPS[backTo] : (returnTo ?? EXAMINEE.top(institution.routeParam)))}
      />
    </Form>
  );
}
