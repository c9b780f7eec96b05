// What managers are informed of the nightly backups: that there is none, or that anybody could read them; it is the provider's to mend, and theirs to ask for.
import { Notice } from '#web/ui/notice.tsx';

const TELL = 'システムの管理担当者にお知らせください。';

export function BackupNotices({
  backups: { backupSince, isBackupPlain },
}: {
  backups: { backupSince: string; isBackupPlain: boolean };
}) {
  return (
    <>
      {backupSince !== '' && <Notice>{`${backupSince}以降、データのバックアップが作成されていません。${TELL}`}</Notice>}
      {isBackupPlain && <Notice>{`毎晩のバックアップが暗号化されていません。${TELL}`}</Notice>}
    </>
  );
}
