// Asks once more before a person is erased: why, whether what the law wants is kept elsewhere, and the name, typed.

import { STAYS } from '#backoffice/people/privacy/contract.ts';
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { foldKana } from '#domain/text/fold-text.ts';
import { type CallFailed, send } from '#web/send.ts';
import { Button } from '#web/ui/button.tsx';
import { ModalBox } from '#web/ui/dialog-box.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { CheckboxField, RadioField, TextField } from '#web/ui/fields.tsx';
import { useForm } from '#web/ui/form.ts';
import { Stack, Text } from '#web/ui/layout.tsx';
import { useSave } from '#web/use-save.ts';
import { ERASING_REASONS, eraseForm, erasePerson, type ShownPerson } from './contract.ts';

interface EraseDialogProps {
  person: ShownPerson;
  onClose(): void;
  /** Somebody has booked, or changed something, since the page was opened. */
  onStale(): void;
  onErased(): void;
}

export function EraseDialog({ person, onClose, onStale, onErased }: EraseDialogProps) {
  const dialogs = useDialogs();
  const form = useForm(eraseForm, { ...eraseForm.blank, reason: 'request' });
  const { isBusy, save } = useSave();
  const { examineeId, kana, name, reservations, othersCount, isOwner } = person;
  const { isWholeAccount, typedName } = form.draft;
  const hasAccount = examineeId !== 0;
  const isAccountGone = hasAccount && (isWholeAccount || othersCount === 0);
  const isReady = form.reading.ok && foldKana(typedName) === foldKana(kana);

  const submit = () =>
    save(form.submit, {
      send: (value) => send(erasePerson, { ...person, ...value }),
      async done() {
        await dialogs.finished('個人データの消去', 'この方のデータを消去しました。');
        onErased();
      },
      async refused(failure: CallFailed) {
        await dialogs.inputError(failure.sentences);
        if (!failure.is('Stale')) return;
        onClose();
        onStale();
      },
    });

  const goes = isAccountGone
    ? `予約 ${reservations.length}件を匿名化し、アカウントを削除します。元に戻せません。`
    : `予約 ${reservations.length}件を匿名化します。元に戻せません。`;
  const stays = isOwner
    ? `同じアカウントのほかの方（${othersCount}名）が残るため、ログイン用のメールアドレスとパスワードは残ります。`
    : '同じアカウントのほかの方のデータは、そのまま残ります。';

  return (
    <ModalBox
      title="個人データの消去"
      tone="wrong"
      onClose={onClose}
      onSubmit={() => isReady && submit()}
      details={
        <Stack gap="2">
          <RadioField {...form.bind('reason')} edited={false} words={ERASING_REASONS} />
          <TextField
            {...form.bind('typedName')}
            edited={false}
            hint={`確認のため「${withNarrowBlanks(kana)}」と入力`}
          />
          {othersCount > 0 && (
            <CheckboxField
              {...form.bind('isWholeAccount')}
              edited={false}
              text={`同じアカウントのほかの方（${othersCount}名）も消去する`}
            />
          )}
          <CheckboxField
            {...form.bind('isConfirmed')}
            edited={false}
            text="健診結果など、保存義務のある記録が別に保管されていることを確認しました"
          />
        </Stack>
      }
      buttons={[
        <Button key="give up" kind="quiet" onClick={onClose}>
          キャンセル
        </Button>,
        <Button key="erase" kind="danger" type="submit" disabled={isBusy || !isReady}>
          消去する
        </Button>,
      ]}
    >
      <Text size="l" strong>
        {goes}
      </Text>
      <p>
        {`${withNarrowBlanks(name)} 様の氏名・連絡先・保険の記号番号・備考・メールを消します。`}
        {hasAccount && !isAccountGone && stays}
      </p>
      <p>{STAYS}</p>
    </ModalBox>
  );
}
