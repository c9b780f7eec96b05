// The person of a reservation as they are corrected, in place of what is shown of them, and afterwards their other reservations alike.

import { useEffect, useState } from 'react';
import { BulkRun } from '#backoffice/reservations/bulk-run.tsx';
import { inWords, type RunWords } from '#backoffice/reservations/run.ts';
import { findSamePerson } from '#backoffice/shared/contract-person.ts';
import type { ListedRow } from '#backoffice/shared/contract-rows.ts';
import { today } from '#domain/calendar/clock.ts';
import { formatOfficeDay } from '#domain/calendar/japanese-dates.ts';
import type { PersonData } from '#domain/reservation/person.ts';
import { isLive } from '#domain/reservation/reservation-status.ts';
import { payerOf } from '#domain/reservation/user-kind.ts';
import { FormConflict } from '#web/master-screens/edit-conflict.tsx';
import { namesOf } from '#web/names-of.ts';
import { CallFailed, send } from '#web/send.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { useForm, useRebase } from '#web/ui/form.ts';
import { Form } from '#web/ui/form-element.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Muted, Row, Stack, Text } from '#web/ui/layout.tsx';
import { Facts, Panel } from '#web/ui/panel.tsx';
import { changed, useSave } from '#web/use-save.ts';
import type { Input } from '#wire/call.ts';
import type { Draft, Value } from '#wire/record.ts';
import {
  correctPerson,
  personForm,
  readRefusedFields,
  USE_PHONE_BOOKING,
  WRONG_BIRTH_DATE,
} from '../contract-correct.ts';
import type { Reservation } from './change.ts';
import { CorrectionFields } from './correction-fields.tsx';
import styles from './correction-panel.module.css';
import { MailConsent, type MailConsentReply } from './fact-panels.tsx';
import type { PartProps } from './staff-text.tsx';

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

const CORRECT: RunWords = {
  title: 'ほかの予約の訂正',
  did: '訂正し',
  could: '訂正でき',
  already: 'すでに同じ内容でした。',
};

export interface Alike {
  rows: readonly ListedRow[];
  correction: Omit<Input<typeof correctPerson>, 'number' | 'version'>;
}

/** Those from today on, by what the person was called before. */
export async function findOthers({ number, visitDate, ...person }: Reservation): Promise<readonly ListedRow[]> {
  const { familyKana, givenKana, birthDate, patientNumber } = person;
  const asked = { number: 0, familyKana, givenKana, birthDate, patientNumber, fiscalYear: 0, exceptNumber: number };
  const { rows } = await send(findSamePerson, asked);
  return rows.filter((row) => row.number !== number && isLive(row.status) && row.visitDate >= today(new Date()));
}

interface CorrectOthersProps extends Alike {
  onLeave(number: number): void;
  onClose(): void;
}

export function CorrectOthers({ rows, correction, ...handlers }: CorrectOthersProps) {
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const wanted = rows.filter(({ number }) => !left.has(number));

  async function correct({ number, version, status }: ListedRow) {
    const base = { number, status, isMailed: false };
    try {
      const reply = await send(correctPerson, { ...correction, number, version });
      return { ...base, version: reply.version, outcome: 'done' as const, sentence: '' };
    } catch (error) {
      if (!(error instanceof CallFailed && error.isRefusal)) throw error;
      return { ...base, version, outcome: 'refused' as const, sentence: error.sentences.join('') };
    }
  }

  function toggle(number: number, isWanted: boolean): void {
    setLeft(new Set(isWanted ? [...left].filter((one) => one !== number) : [...left, number]));
  }

  return (
    <BulkRun
      {...handlers}
      words={CORRECT}
      listed={wanted}
      sendMail={false}
      atATime={1}
      sendBatch={(batch) => Promise.all(batch.map(correct))}
      onRun={() => {}}
      ask={{
        cancel: '訂正しない',
        ok: '訂正する',
        text: (
          <>
            <Text size="l" strong>{`ほかの予約 ${inWords(rows.length)} 件も同じ内容に訂正しますか？`}</Text>
            <Stack gap="2" above="3">
              {rows.map(({ number, visitDate, startTime, courseName }) => (
                <Row key={number} as="label" gap="2">
                  <input
                    type="checkbox"
                    checked={!left.has(number)}
                    onChange={(event) => toggle(number, event.target.checked)}
                  />
                  {`${formatOfficeDay(visitDate)} ${startTime}　${courseName}（${number}）`}
                </Row>
              ))}
            </Stack>
          </>
        ),
      }}
    />
  );
}
