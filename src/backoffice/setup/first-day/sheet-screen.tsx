// A sheet for the waiting room: where to book, as a QR code and in writing.
import { useLocation, useNavigate } from 'react-router';
import { PaperSheet, PrintPage } from '#backoffice/shared/print-page.tsx';
import { OFFICE } from '#web/addresses.ts';
import { Loading } from '#web/ui/notice.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { useLoad } from '#web/use-load.ts';
import type { Reply } from '#wire/call.ts';
import { openExamineePage } from './contract.ts';
import styles from './sheet-screen.module.css';

export function SheetScreen() {
  const navigate = useNavigate();
  const { state: from } = useLocation();
  const { data } = useLoad(openExamineePage, {});
  if (!data) return <Loading />;
  return (
    <PrintPage
      title="受診者画面の案内"
      crumbs={['運用管理']}
      onBack={() => navigate(typeof from === 'string' ? from : OFFICE.home)}
    >
      <Sheet page={data} />
    </PrintPage>
  );
}

function Sheet({ page: { name, url, phone, phoneHours } }: { page: Reply<typeof openExamineePage> }) {
  return (
    <PaperSheet paper="handout" label="待合室の案内">
      <div className={styles.sheet}>
        <p className={styles.name}>{name}</p>
        <p className={styles.sentence}>
          健康診断・人間ドックのご予約は、スマートフォンから24時間お申し込みいただけます。
        </p>
        <div>
          <QrCode className={styles.code} text={url} label="予約ページのQRコード" />
          <p>カメラで読み取ると、予約ページが開きます。</p>
          <p className={styles.url}>{url}</p>
        </div>
        {phone && (
          <div className={styles.phone}>
            <p>お電話でのお問い合わせ</p>
            <p className={styles.number}>{phone}</p>
            {phoneHours && <p className={styles.hours}>{phoneHours.replaceAll('／', '\n')}</p>}
          </div>
        )}
      </div>
    </PaperSheet>
  );
}
