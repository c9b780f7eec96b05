// The ways into a new booking, as far as the institution offers them; those that open later say when.
import type { Payer } from '#domain/reservation/user-kind.ts';
import { Card, CardBody } from '#examinee/parts/card.tsx';
import { OpensLater } from '#examinee/parts/opens-later.tsx';
import { Button } from '#web/ui/button.tsx';
import type { MyPage } from './contract.ts';
import styles from './new-booking.module.css';
import { entrancesOf } from './payers.ts';

const WORDS: Readonly<Record<Payer, string>> = {
  individual: '個人で予約する',
  insurance: '健康保険・お勤め先の健診で予約する',
};

interface NewBookingProps {
  page: MyPage;
  className?: string;
  onBegin(payer: Payer): void;
}

export function NewBooking({ page, className, onBegin }: NewBookingProps) {
  const entrances = entrancesOf(page);
  return (
    <Card className={className} aria-label="新しく予約する">
      <CardBody className={styles.doors}>
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
