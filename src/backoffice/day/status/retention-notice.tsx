// What managers are told before anything is kept for a shorter time, and where that can be settled otherwise.

import { describeShortenings } from '#backoffice/shared/shortenings.ts';
import { Link } from '#web/ui/link.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { Reply } from '#wire/call.ts';
import type { openStatus } from './contract.ts';

export function RetentionNotice({ told, privacy }: { told: Reply<typeof openStatus>; privacy: string }) {
  const { anonymiseFrom, reserveYears } = told;
  const first = `${anonymiseFrom}から、受診日から${reserveYears}年を過ぎた予約データを匿名化します。`;
  const sentences = [...(anonymiseFrom === '' ? [] : [first]), ...describeShortenings(told)];
  return sentences.map((sentence) => (
    <Notice key={sentence}>
      {sentence}
      <Link to={privacy}>個人情報の取り扱い</Link>
    </Notice>
  ));
}
