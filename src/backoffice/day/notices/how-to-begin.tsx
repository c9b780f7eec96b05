// Says how a notice is begun: people are chosen elsewhere.
import { OFFICE } from '#web/addresses.ts';
import { Link } from '#web/ui/link.tsx';
import { Notice } from '#web/ui/notice.tsx';

export function HowToBegin() {
  return (
    <Notice>
      新しく送るときは、<Link to={OFFICE.extraction}>受診者抽出</Link>で予約を選び「一斉連絡」を押してください。
    </Notice>
  );
}
