// The person of a reservation as they are corrected, in place of what is shown of them.
import { useEffect, useState } from 'react';
import { today } from '#domain/calendar/clock.ts';
import type { PersonData } from '#domain/reservation/person.ts';
import { payerOf } from '#domain/reservation/user-kind.ts';
import { FormConflict } from '#web/master-screens/edit-conflict.tsx';
import { namesOf } from '#web/names-of.ts';
import { CallFailed, send } from '#web/send.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { useForm, useRebase } from '#web/ui/form.ts';
import { Form } from '#web/ui/form-element.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Muted, Row } from '#web/ui/layout.tsx';
import { Facts, Panel } from '#web/ui/panel.tsx';
import { changed, useSave } from '#web/use-save.ts';
import type { Draft, Value } from '#wire/record.ts';
import {
  correctPerson,
  personForm,
  readRefusedFields,
  USE_PHONE_BOOKING,
  WRONG_BIRTH_DATE,
} from '../contract-correct.ts';
import type { Alike } from './correct-others.tsx';
import { CorrectionFields } from './correction-fields.tsx';
import styles from './correction-panel.module.css';
import { MailConsent, type MailConsentReply } from './fact-panels.tsx';
import type { Reservation } from './notification.ts';
import type { PartProps } from './own-parts.ts';

interface CorrectionPanelProps extends PartProps<string> {
  onMailConsent(consent: MailConsentReply): void;
  onClose(): void;
  onCorrected(correction: Alike['correction']): void;
  onRebook(person: Partial<PersonData>): void;
}

interface Blocked {
  fields: readonly ('birthDate' | 'sex')[];
  sentences: readonly string[];
}

const draftOf = ({ postalCode, birthDate, ...person }: Reservation): Draft<typeof personForm> => {
  const [postalCode1 = '', postalCode2 = ''] = postalCode.split('-');
  return personForm.draft({ ...person, birthDate, postalCode1, postalCode2 });
};

function personIn({ postalCode1, postalCode2, ...person }: Value<typeof personForm>): Partial<PersonData> {
  return { ...person, postalCode: postalCode1 + postalCode2 };
}

export function CorrectionPanel(props: CorrectionPanelProps) {
  const { data, onUnsaved, onSaved, renew, onClose, onCorrected, onMailConsent, onRebook } = props;
  const dialogs = useDialogs();
  const start = draftOf(data);
  const form = useForm(personForm, start);
  const { isBusy, save } = useSave();
  const [blocked, setBlocked] = useState<Blocked | null>(null);
  const isEdited = form.editedCount > 0;
  useEffect(() => onUnsaved(isEdited), [isEdited, onUnsaved]);

  useRebase(form, start);

  // What was refused was refused for what stood there.
  const deciding = `${form.draft.birthDate} ${form.draft.sex}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever one of the two is another
  useEffect(() => setBlocked(null), [deciding]);

  /** Null where it would be another booking. */
  async function correct(value: Value<typeof personForm>): Promise<string | null> {
    try {
      const { version } = await send(correctPerson, {
        ...value,
        fields: [],
        number: data.number,
        version: data.version,
      });
      return version;
    } catch (error) {
      const fields = error instanceof CallFailed && error.report.body ? readRefusedFields(error.report.body) : [];
      if (fields.length === 0) throw error;
      setBlocked({ fields, sentences: (error as CallFailed).sentences });
      return null;
    }
  }

  const submit = () =>
    save(() => changed(form.submit(), form.editedCount, '項目'), {
      send: correct,
      done: async (version, value) => {
        if (version === null) return;
        const fields = namesOf(start).filter((name) => form.draft[name] !== start[name]);
        await onSaved(version);
        onClose();
        onCorrected({ ...value, fields });
      },
      place: (sentences) =>
        sentences.map((sentence) =>
          sentence === WRONG_BIRTH_DATE
            ? { field: 'birthDate', sentence, inputId: form.bind('birthDate').id }
            : sentence,
        ),
      renew,
    });

  async function giveUp() {
    const question = { details: '入力した内容は失われます。', ok: 'やめる', danger: true };
    if (!isEdited || (await dialogs.confirm('受診者の訂正をやめますか？', question))) onClose();
  }

  return (
    <>
      <Panel title="受診者の訂正" kind="care" aside={<Muted as="span">予約番号は変わりません</Muted>}>
        {/* Enter saves nothing: there is no question before, and what is meant may be the next field. */}
        <Form gap="3">
          {isEdited && <FormConflict form={form} lead="変更された項目" />}
          {/* What is typed while it is being saved would be in neither. */}
          <div className={styles.fields} inert={isBusy}>
            <CorrectionFields
              form={form}
              start={start}
              clientCode={data.clientCode}
              today={today(new Date())}
              blocked={blocked?.fields ?? []}
            />
          </div>
          <div role="alert">
            {blocked && (
              <Row wrap={false} gap="1-half" align="start" tone="wrong" className={styles.blocked}>
                <Icon name="alert" />
                <span>
                  {blocked.sentences.map((sentence) => (
                    <span key={sentence}>{sentence.replace(USE_PHONE_BOOKING, '')}</span>
                  ))}
                  {isBookable(data) && form.reading.ok && (
                    <Button kind="link" className={styles.rebook} onClick={openRebooking}>
                      「電話予約」で変更する
                    </Button>
                  )}
                </span>
              </Row>
            )}
          </div>
          <Row wrap={false} gap="2" align="stretch" justify="end">
            <Button kind="quiet" onClick={giveUp}>
              やめる
            </Button>
            <Button kind="primary" disabled={isBusy} onClick={submit}>
              訂正を保存
            </Button>
          </Row>
        </Form>
      </Panel>
      {payerOf(data.clientCode) === 'individual' && (
        <Panel title="健診のご案内メール">
          <Facts rows={[['ご希望', <MailConsent key="consent" data={data} onMailConsent={onMailConsent} />]]} />
        </Panel>
      )}
    </>
  );

  function openRebooking() {
    if (form.reading.ok) onRebook(personIn(form.reading.value));
  }
}

const isBookable = ({ visitDate, reception }: Reservation) => visitDate >= today(new Date()) && reception !== 'arrived';
