// Why a booking is refused, in the person's words.

import type { Misfit } from '#domain/offer/offer.ts';
import type { RefusalName } from '#domain/reservation/booking-steps.ts';
import { hasCheckDigit } from '#domain/text/codes.ts';
import { Failure } from '#wire/failure.ts';

const SENTENCES: Readonly<Record<RefusalName, string>> = {
  ClientClosed: '選択された健康保険・お勤め先では、ただいまご予約いただけません。最初からお手続きください。',
  IndividualsClosed: '個人でのご予約は、ただいま受け付けておりません。',
  LoginNeeded: 'このご予約には、ログインが必要です。ログインしてからお手続きください。',
  WrongInsurerNumber: '保険者番号が、選択された健康保険・お勤め先のものと一致しません。もう一度ご確認ください。',
  UnknownCategory: '対象者区分をもう一度選択してください。',
  CourseClosed: '選択されたコースは、ただいま受け付けておりません。コースを選び直してください。',
  CourseUnfit:
    '選択されたコースは、ご入力いただいた性別・年齢・対象者区分ではご予約いただけません。コースを選び直してください。',
  OptionUnfit: '選択されたオプションの中に、ご予約いただけないものがあります。オプションを選び直してください。',
  OptionTwice: '同じオプションが重ねて選択されています。オプションを選び直してください。',
  SeveralOfSingle: '1つだけ選べるオプションが複数選択されています。オプションを選び直してください。',
  DayClosed: '選択された日時はご予約いただけません。別の日時をお選びください。',
  Full: '申し訳ございません。選択された日時は満員になりました。別の日時をお選びください。',
  AgeMismatch: '年齢が、生年月日から計算した年齢と一致しません。生年月日と年齢をもう一度ご確認ください。',
  OtherPerson: '性別または対象者区分が、コースを選ばれたときと異なります。入力内容をもう一度ご確認ください。',
  OtherOffer: '料金または予約の内容が変わりました。恐れ入りますが、もう一度内容をご確認ください。',
  PersonFixed:
    '健康保険・お勤め先を通したご予約の変更では、対象者区分・性別・生年月日は変更できません。マイページからもう一度お手続きください。',
  NoLongerChangeable:
    'このご予約は、すでに変更・キャンセルされたか、変更の期限を過ぎています。マイページでご確認ください。',
  RequestReused: '同じ受付で別の内容が送信されました。マイページで予約の状況をご確認のうえ、もう一度お手続きください。',
  TooManyBookings:
    '同じアカウントまたはメールアドレスでのご予約が続いているため、受け付けできません。お手数ですが、お電話でご連絡ください。',
  Registered: 'このメールアドレスはすでに登録されています。ログインしてから、このままご予約の続きをお手続きください。',
};

/** Of frames that were to be raised: they are not as they were shown. */
export const framesChanged = () => new Failure('Changed', ['枠の状況が変わりました。もう一度ご確認ください。']);

export const refuse = (name: RefusalName) => new Failure(name, [SENTENCES[name]]);

/** It is not the client's: one that can be no insurer's has a slip of the keyboard in it, which is worth saying. */
export const refuseInsurerNumber = (typed: string) =>
  hasCheckDigit(typed)
    ? refuse('WrongInsurerNumber')
    : new Failure('WrongInsurerNumber', [
        '保険者番号の数字に入力の誤りがあるようです。お持ちの資格確認書などと見比べて、もう一度ご入力ください。',
      ]);

const MISFITS: Readonly<Record<Misfit, RefusalName>> = {
  course: 'CourseUnfit',
  option: 'OptionUnfit',
  'option twice': 'OptionTwice',
  'several of a single-choice group': 'SeveralOfSingle',
};

/** `names` are those of options that are not for the person. */
export function misfitRefusal(misfit: Misfit, names: readonly string[] = []): Failure {
  if (misfit !== 'option' || names.length === 0) return refuse(MISFITS[misfit]);
  const named = names.map((name) => `「${name}」`).join('');
  return new Failure(MISFITS[misfit], [
    `選択されたオプション${named}は、性別や受診日時点の年齢などの条件に合わないため、ご予約いただけません。オプションを選び直してください。`,
  ]);
}
