// Says that somebody else was first: what was typed now stands over what they saved, and may be given up for it.
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { Text } from '#web/ui/layout.tsx';
import { Notice } from '#web/ui/notice.tsx';

interface OvertakenProps {
  /** What the other has changed, in the words of the screen. */
  children?: ReactNode;
  /** Takes what is newer in place of everything typed. */
  onRevert(): void;
}

export function EditConflict({ children, onRevert }: OvertakenProps) {
  const dialogs = useDialogs();
  const place = useRef<HTMLDivElement>(null);
  // It comes while a dialog shows the refusal: whoever closes that finds it in sight.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'center' });
  }, []);

  async function revert() {
    const question = '入力された内容を取り消して、最新の内容にしますか？';
    if (await dialogs.confirm(question, { danger: true, ok: '取り消す' })) onRevert();
  }

  return (
    <div ref={place}>
      <Notice>
        <p>
          <b>ほかの利用者が先に更新しました。</b>
          最新の内容の上に、入力された内容を残しています。このまま更新すると、入力された内容が保存されます。
        </p>
        {children}
        <Text as="div" above="2">
          <Button onClick={revert}>入力を取り消して最新の内容にする</Button>
        </Text>
      </Notice>
    </div>
  );
}

interface FormConflictProps {
  form: { conflicts: readonly string[] | null; revert(): void };
  lead?: string;
}

/** The same for a form, with the labels of what the other has changed. */
export const FormConflict = ({ form: { conflicts, revert }, lead = 'ほかの利用者が変更した項目' }: FormConflictProps) =>
  conflicts && (
    <EditConflict onRevert={revert}>{conflicts.length > 0 && <p>{`${lead}: ${conflicts.join('、')}`}</p>}</EditConflict>
  );
