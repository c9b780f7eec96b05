// The files of the last days, one of which is made once more: the same reservations in the same order, as they are now.
import { useState } from 'react';
import { send } from '#web/send.ts';
import { Button } from '#web/ui/button.tsx';
import { ModalBox } from '#web/ui/dialog-box.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { type FormerFile, listFiles } from './contract-download.ts';

const TITLE = '前回のファイル';

export function FormerFiles({ onChoose }: { onChoose(file: FormerFile): void }) {
  const dialogs = useDialogs();
  const [files, setFiles] = useState<readonly FormerFile[] | null>(null);
  const open = () => dialogs.attempt(async () => setFiles((await send(listFiles, {})).files));
  const close = () => setFiles(null);

  const columns: readonly Column<FormerFile>[] = [
    { label: '日時', text: ({ at }) => at },
    { label: '出力した職員', text: ({ byName }) => byName },
    { label: 'CSVパターン', text: ({ patternName }) => patternName },
    { label: '件数', text: ({ count }) => `${count.toLocaleString('ja-JP')} 件` },
    {
      label: '出力',
      text: () => '',
      render: (file) => (
        <Button
          aria-label={`もう一度出力（${file.at}）`}
          onClick={() => {
            close();
            onChoose(file);
          }}
        >
          もう一度出力
        </Button>
      ),
    },
  ];
  return (
    <>
      <Button kind="plain" onClick={() => void open()}>
        {TITLE}
      </Button>
      {files && (
        <ModalBox
          title={TITLE}
          isLong
          onClose={close}
          buttons={[
            <Button key="close" kind="primary" data-focus="" onClick={close}>
              閉じる
            </Button>,
          ]}
        >
          {files.length > 0 ? (
            <>
              <p>同じ予約を同じ順で、いまの内容で出力します。</p>
              <Table caption={TITLE} columns={columns} rows={files} rowKey={({ downloadId }) => String(downloadId)} />
            </>
          ) : (
            <p>31日以内に出力したファイルはありません。</p>
          )}
        </ModalBox>
      )}
    </>
  );
}
