// Information input: the applicant's data, the terms and the consent to them.
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { findMissing } from '#domain/reservation/entry-form.ts';
import { EntryEnd, EntryForm, EntryPart, StarNote } from '#examinee/parts/entry-form.tsx';
import { Bullets, HintText } from '#examinee/parts/texts.tsx';
import { STEPS } from '#web/addresses.ts';
import { send } from '#web/send.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { Required } from '#web/ui/field-frame.tsx';
import { useForm } from '#web/ui/form.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useSave } from '#web/use-save.ts';
import { checkEntry, entryForm, openEntry } from '../contract-reserve.ts';
import { draftSession } from '../draft-session.ts';
import { type EntryStart, editedIn, knownEntry, personIn, startEntry } from '../entry-values.ts';
import { choosePerson, entryInputOf, type FlowAt, forgetRefused, kindOf, reaching } from '../flow.ts';
import { atStep, FlowFrame, useStepLoad } from '../flow-frame.tsx';
import { Pick } from '../pick.tsx';
import { EntryRows } from './entry-rows.tsx';
import styles from './input-screen.module.css';

const TERMS_OF_USE = '利用規約・個人情報の取り扱い';

/** Fields that are one to the person: no fault is found before all of them were filled in. */
const GROUPS = [
  ['familyKana', 'givenKana'],
  ['postalCode1', 'postalCode2', 'prefecture', 'city', 'street'],
] as const;

export const InputScreen = atStep(reaching.input, ({ flow }) => {
  const { bill } = draftSession.use();
  const { payer } = kindOf(flow);
  const asked = useStepLoad(openEntry, entryInputOf(flow));
  return (
    <FlowFrame
      step="input"
      title="お客様情報入力"
      lead={!asked.refusal && 'お客様の情報を入力し、「入力内容を確認する」ボタンを押してください。'}
      bill={bill}
      visit={flow.visit}
      asked={asked}
      back={{
        onClick() {
          const { entry } = draftSession.get();
          const person = entry && personIn(entry.values);
          if (person && payer === 'individual') choosePerson(person);
        },
        to: 'calendar',
      }}
    >
      {asked.data && <InputForm flow={flow} served={asked.data} />}
    </FlowFrame>
  );
});

function InputForm({ flow, served }: { flow: FlowAt<'input'>; served: EntryStart }) {
  const navigate = useNavigate();
  const dialogs = useDialogs();
  const kind = kindOf(flow);
  const [consent, setConsent] = useState(flow.entry?.consent ?? false);
  const { isBusy, save } = useSave();
  const [known] = useState(() => knownEntry(flow, served));

  const type = entryForm.rule((value, report) => {
    // A client without categories has none to choose from.
    const categoryCode = served.categories.length === 0 ? 'none' : value.categoryCode;
    for (const { field, sentence } of findMissing(kind, { ...value, categoryCode })) report(field, sentence);
  });
  const [start] = useState(() => startEntry(flow, known));
  const form = useForm(type, start, GROUPS);
  const { draft } = form;

  // Nothing typed is lost, whichever way the page is left.
  useEffect(() => {
    draftSession.set({ entry: { values: draft, edited: editedIn(draft, known), consent, age: null } });
  }, [draft, known, consent]);

  const next = () =>
    save(form.submit, {
      send: (value) => send(checkEntry, { ...entryInputOf(flow), visitDate: flow.visit.date, ...value }),
      canRepeat: true,
      done({ age }) {
        const person = personIn(draft);
        if (kind.payer === 'individual' && person) choosePerson(person);
        const { entry } = draftSession.get();
        draftSession.set({ entry: entry && { ...entry, age } });
        navigate(STEPS.confirm);
      },
      async refused(refusal) {
        forgetRefused(refusal);
        await dialogs.inputError(refusal.sentences);
      },
    });

  return (
    <EntryForm onSubmit={() => consent && next()}>
      {served.notes.length > 0 && (
        <Notice>
          <p>
            <b>入力前の注意事項</b>
          </p>
          <Bullets lines={served.notes} />
        </Notice>
      )}
      <StarNote />
      <EntryRows form={form} kind={kind} served={served} />
      <EntryPart id="entry-terms" title={TERMS_OF_USE}>
        <textarea className={styles.terms} readOnly aria-labelledby="entry-terms" value={served.terms} />
        <Pick
          className={styles.agree}
          type="checkbox"
          checked={consent}
          onChange={(event) => setConsent(event.target.checked)}
        >
          <span>
            <Required word={`${TERMS_OF_USE}に同意する`} />
          </span>
        </Pick>
      </EntryPart>
      <EntryEnd>
        {!consent && <HintText>{TERMS_OF_USE}に同意すると、次へ進めます。</HintText>}
        <Button kind="primary" type="submit" disabled={!consent} aria-disabled={isBusy}>
          入力内容を確認する
          <Icon name="right" />
        </Button>
      </EntryEnd>
    </EntryForm>
  );
}
