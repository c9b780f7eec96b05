// Why a booking is refused, in the person's words, and which step mends it.
import { Failure } from '#wire/failure.ts';

export type Step = 'insurance' | 'course' | 'option' | 'calendar' | 'input' | 'confirm' | 'login' | 'my-page';

const refusal = (step: Step, sentence: string) => () => new Failure('Refused', [sentence], { redoStep: step });

export const clientClosed = refusal(
  'insurance',
  '選択された健康保険・お勤め先では、ただいまご予約いただけません。最初からお手続きください。',
);
export const individualsClosed = refusal('insurance', '個人でのご予約は、ただいま受け付けておりません。');
export const loginNeeded = refusal(
  'login',
  'この健康保険・お勤め先でのご予約には、ログインが必要です。ログインしてからお手続きください。',
);
export const wrongInsurerNumber = refusal(
  'insurance',
  '保険者番号が、選択された健康保険・お勤め先のものと一致しません。もう一度ご確認ください。',
);
export const unknownCategory = refusal('insurance', '対象者区分をもう一度選択してください。');
export const courseClosed = refusal(
  'course',
  '選択されたコースは、ただいま受け付けておりません。コースを選び直してください。',
);
export const courseUnfit = refusal(
  'course',
  '選択されたコースは、ご入力いただいた性別・年齢・対象者区分ではご予約いただけません。コースを選び直してください。',
);
export const optionUnfit = refusal(
  'option',
  '選択されたオプションの中に、ご予約いただけないものがあります。オプションを選び直してください。',
);
export const optionTwice = refusal(
  'option',
  '同じオプションが重ねて選択されています。オプションを選び直してください。',
);
export const severalOfSingle = refusal(
  'option',
  '1つだけ選べるオプションが複数選択されています。オプションを選び直してください。',
);
export const dayClosed = refusal('calendar', '選択された日時はご予約いただけません。別の日時をお選びください。');
export const noLongerChangeable = refusal(
  'my-page',
  'このご予約は、すでに変更・キャンセルされたか、変更の期限を過ぎています。マイページでご確認ください。',
);
export const requestReused = refusal(
  'confirm',
  '同じ受付で別の内容が送信されました。マイページで予約の状況をご確認のうえ、もう一度お手続きください。',
);

export const full = () =>
  new Failure('Full', ['申し訳ございません。選択された日時は満員になりました。別の日時をお選びください。'], {
    redoStep: 'calendar' satisfies Step,
  });
export const changed = (step: Step = 'confirm') =>
  new Failure('Changed', ['料金または予約の内容が変わりました。恐れ入りますが、もう一度内容をご確認ください。'], {
    redoStep: step,
  });
export const registered = () =>
  new Failure(
    'Registered',
    ['このメールアドレスはすでに登録されています。ログインしてから、このままご予約の続きをお手続きください。'],
    { redoStep: 'login' satisfies Step, isRegistered: 1 },
  );
