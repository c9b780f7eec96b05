// What managers are told before the first reservations are emptied, and where that can be settled otherwise.
import { Link } from '#web/ui/link.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { Reply } from '#wire/call.ts';
import type { openStatus } from './contract.ts';

type Told = Pick<Reply<typeof openStatus>, 'anonymiseFrom' | 'reserveYears'>;

export function ToldFirst({ told, privacy }: { told: Told; privacy: string }) {
  const { anonymiseFrom, reserveYears } = told;
  if (anonymiseFrom === '') return null;
  return (
    <Notice>
      {`${anonymiseFrom}から、受診日から${reserveYears}年を過ぎた予約データを匿名化します。`}
      <Link to={privacy}>個人情報の取り扱い</Link>
    </Notice>
  );
}
