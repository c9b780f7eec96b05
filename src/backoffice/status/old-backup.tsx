// What managers are told when the nightly backup has failed them: it is the provider's to mend, and theirs to ask for.
import { Notice } from '#web/ui/notice.tsx';

export function OldBackup({ since }: { since: string }) {
  if (since === '') return null;
  return (
    <Notice>{`${since}以降、データのバックアップが作成されていません。システムの管理担当者にお知らせください。`}</Notice>
  );
}
