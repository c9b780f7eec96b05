// The guide as it was last loaded, what is pressed in it, and what it says of each step.
import { useEffect, useState } from 'react';
import { formatMonthDay } from '#domain/calendar/japanese-dates.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { COURSES, MASTERS, OFFICE } from '#web/addresses.ts';
import { send } from '#web/send.ts';
import { officeSession } from '#web/session.ts';
import { useLoad } from '#web/use-load.ts';
import { useSave } from '#web/use-save.ts';
import type { Reply } from '#wire/call.ts';
import { closeGuide, type MarkName, openGuide, putOff, reopenGuide, type StepName } from './contract.ts';

interface StepWords {
  title: string;
  screen: string;
  to: string;
  sentence: string;
  done(count: number): string;
  needless?: string;
}

const pieces = (count: number) => `${count.toLocaleString('ja-JP')} 件`;

export const STEP_WORDS: Readonly<Record<StepName, StepWords>> = {
  institution: {
    title: '医療機関情報',
    screen: '医療機関情報マスタ',
    to: OFFICE.institution,
    sentence: '名称・住所・電話・予約できる期間・利用規約を確認します。',
    done: () => '住所・電話・規約',
  },
  timeSlots: {
    title: '時間帯',
    screen: '時間帯マスタ',
    to: MASTERS.timeSlots.list,
    sentence: '受付をする時刻を登録します（例 8:30）。',
    done: pieces,
    needless: '日別の予約枠だけです',
  },
  frames: {
    title: '予約枠',
    screen: '予約枠マスタ',
    to: MASTERS.frames.list,
    sentence: '定員を数える単位です（例 健診受付、胃内視鏡）。',
    done: pieces,
  },
  examItems: {
    title: '検査項目',
    screen: '検査項目マスタ',
    to: MASTERS.examItems.list,
    sentence: 'コースの説明に並ぶ検査の名前です。',
    done: pieces,
  },
  options: {
    title: 'オプション',
    screen: 'オプション分類マスタ',
    to: MASTERS.optionGroups.list,
    sentence: '分類を登録し、その中に項目を登録します。',
    done: pieces,
  },
  clients: {
    title: 'クライアントと対象者区分',
    screen: 'クライアントマスタ',
    to: MASTERS.clients.list,
    sentence: '健康保険組合や会社ごとに登録します。個人だけの場合は不要です。',
    done: pieces,
    needless: '個人の予約だけです',
  },
  courses: {
    title: 'コース',
    screen: 'コースマスタ',
    to: COURSES.list,
    sentence: 'コースを登録し、検査項目・予約枠・料金を決めて公開します。',
    done: (count) => `公開 ${pieces(count)}`,
  },
  closedDays: {
    title: '休日',
    screen: '休日マスタ',
    to: OFFICE.closedDaysBulk,
    sentence: '休診日を登録します。登録がない日は診療日になります。',
    done: (count) => `${count.toLocaleString('ja-JP')} 日`,
  },
  capacity: {
    title: '予約枠数',
    screen: '予約枠数マスタ',
    to: OFFICE.capacityBulk,
    sentence: '日ごと・時間帯ごとの定員を登録します。登録がない日は予約できません。',
    done: (count) => `定員のある予約枠 ${pieces(count)}`,
  },
  mails: {
    title: 'メール',
    screen: 'メールテンプレートマスタ',
    to: MASTERS.mails.list,
    sentence: '送信元と文面を確認します。登録がない種類は標準の文面で送られます。',
    done: () => '送信できます',
  },
  staff: {
    title: '職員',
    screen: '職員アカウント',
    to: OFFICE.staff,
    sentence: '2人目の管理者を登録し、2段階認証を設定します。',
    done: (count) => `管理者 ${count.toLocaleString('ja-JP')} 人`,
  },
};

export const MARK_WORDS: Readonly<Record<MarkName, string>> = {
  registered: '登録',
  items: '検査項目',
  frames: '予約枠',
  prices: '料金',
  published: '公開',
};

export const finishedSentence = (openDate: PlainDate | null) =>
  openDate
    ? `設定が終わりました。${formatMonthDay(openDate)}から予約を受け付けます。`
    : '設定が終わりました。予約を受け付けています。';
export const CLOSED = '残りは、メニューの「はじめての設定」からいつでも開けます。';
export const WAITING = '予約の受付を準備しています。設定は管理者が行います。';

export type Guide = Reply<typeof openGuide>;

/** Nothing is left that anybody has to press. */
export const isFinished = ({ steps }: Pick<Guide, 'steps'>) => steps.every(({ state }) => state !== 'open');

export function useGuide(newness = '') {
  const { data, isFailed, reload: retry } = useLoad(openGuide, {}, { isQuiet: true, freshness: newness });
  // What a press has answered holds until the guide is asked for again.
  const [pressed, setPressed] = useState<{ on: Guide; guide: Guide } | null>(null);
  const { isBusy, act } = useSave();
  const guide = data && pressed?.on === data ? pressed.guide : data;
  const answer = (next: Guide) => data && setPressed({ on: data, guide: next });

  // Somebody else may have closed it, or shown it again.
  const isClosed = guide?.isClosed ?? null;
  useEffect(() => {
    if (isClosed !== null) officeSession.set({ isFirstDay: !isClosed });
  }, [isClosed]);

  // Asked for once more: a look that was under way may have been asked for before the press, and come after it. Not where it is
  // finished: what says so once is put away meanwhile.
  const settle = (next: Guide) => {
    answer(next);
    if (!isFinished(next)) retry();
  };
  const later = (step: StepName, isLater: boolean) =>
    act({ send: () => send(putOff, { step, isLater }), done: settle, canRepeat: true });
  const reopen = () =>
    act({
      send: () => send(reopenGuide, {}),
      done: () => guide && answer({ ...guide, isClosed: false }),
      canRepeat: true,
    });
  return { guide, isFailed, retry, isBusy, act, later, reopen };
}

/** Not shown on TOP any more, from the next visit on. */
export async function dismissGuide(): Promise<void> {
  await send(closeGuide, {});
  officeSession.set({ isFirstDay: false });
}
