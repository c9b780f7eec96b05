// The background picture: whether there is one, what it looks like, and choosing or removing it.
import { useEffect, useId, useState } from 'react';
import { Button, FileButton } from '#web/ui/button.tsx';
import { FieldError, FieldGroup, FieldHint } from '#web/ui/field-frame.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { checkPicture, PICTURE_TYPES } from './picture.ts';
import styles from './picture-field.module.css';

export type PictureChoice = 'as-is' | 'none' | File;

interface PictureFieldProps {
  /** The address of the picture that is registered, or ''. */
  url: string;
  fileName: string;
  choice: PictureChoice;
  onChange(choice: PictureChoice): void;
}

export function PictureField({ url, fileName, choice, onChange }: PictureFieldProps) {
  const id = useId();
  const [error, setError] = useState<string | null>(null);
  const [preview, setPreview] = useState('');
  useEffect(() => {
    if (!(choice instanceof File)) return setPreview('');
    const address = URL.createObjectURL(choice);
    setPreview(address);
    return () => URL.revokeObjectURL(address);
  }, [choice]);

  async function choose(file: File | undefined) {
    if (!file) return;
    const judgement = checkPicture(new Uint8Array(await file.arrayBuffer()));
    setError(judgement.problem ?? null);
    if (judgement.problem === undefined) onChange(file);
  }

  const shown = choice === 'as-is' ? url : preview;
  const name = choice === 'as-is' ? fileName : choice === 'none' ? '' : choice.name;
  return (
    <FieldGroup field={{ id, label: 'トップページの背景画像', required: false, error: null }}>
      <Stack gap="2" className={styles.picture}>
        <p>
          <span className={styles.state} data-on={url ? '' : undefined}>
            {url ? '登録済み' : '未登録'}
          </span>
          {name}
          {choice instanceof File && <span className={styles.pending}>更新すると登録されます</span>}
          {choice === 'none' && <span className={styles.pending}>更新すると削除されます</span>}
        </p>
        {shown && <img src={shown} alt="背景画像のプレビュー" />}
        <p>
          <FileButton
            accept={PICTURE_TYPES.join()}
            aria-describedby={`${id}-hint ${id}-error`}
            onChange={({ target }) => {
              choose(target.files?.[0]);
              // Choosing the same file again is a choice too.
              target.value = '';
            }}
          >
            画像を選ぶ
          </FileButton>
          {/* One button in two states, which keeps the keyboard. */}
          {(choice !== 'as-is' || url) && (
            <Button kind="quiet" onClick={() => onChange(choice === 'as-is' ? 'none' : 'as-is')}>
              {choice === 'as-is' ? '画像を削除' : '元に戻す'}
            </Button>
          )}
        </p>
        <FieldHint id={`${id}-hint`}>PNG・JPEG・WebP、2MBまで。横長の写真が適しています。</FieldHint>
        <div id={`${id}-error`} role="alert">
          <FieldError id={`${id}-problem`}>{error}</FieldError>
        </div>
      </Stack>
    </FieldGroup>
  );
}

export function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^data:[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
