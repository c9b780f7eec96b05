// The files of the last days, one of which is made once more: the same reservations in the same order, as they are now.
import { useState } from 'react';
import { send } from '#web/send.ts';
import { Button } from '#web/ui/button.tsx';
import { ModalBox } from '#web/ui/dialog-box.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { Muted, Row, Stack } from '#web/ui/layout.tsx';
import { type FormerFile, listFiles } from './contract-download.ts';

const TITLE = '前回のファイル';

export function FormerFiles({ onChoose }: { onChoose(file: FormerFile): void }) {
  const dialogs = useDialogs();
  const [files, setFiles] = useState<readonly FormerFile[] | null>(null);
  const open = () => dialogs.attempt(async () => setFiles((await send(listFiles, {})).files));
  const close = () => setFiles(null);
  function choose(file: FormerFile) {
    close();
    onChoose(file);
  }
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
          <p>
            {files.length > 0
              ? '同じ予約を同じ順で、いまの内容で出力します。'
              : '31日以内に出力したファイルはありません。'}
          </p>
          <Stack as="ul" gap="2" above="3">
            {files.map((file) => (
              <Row as="li" key={file.downloadId} wrap={false} gap="3" justify="between">
                <span>
                  {`${file.at}　${file.patternName}　${file.count.toLocaleString('ja-JP')} 件`}
                  <Muted>{file.byName}</Muted>
                </span>
                <Button aria-label={`もう一度出力（${file.at}）`} onClick={() => choose(file)}>
                  もう一度出力
                </Button>
              </Row>
            ))}
          </Stack>
        </ModalBox>
      )}
    </>
  );
}
