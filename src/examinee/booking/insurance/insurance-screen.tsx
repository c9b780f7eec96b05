// Insurance entry: through whom the check-up is booked, and who is to have it.
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { SEX_WORDS } from '#domain/offer/conditions.ts';
import { bookingSession, savePartnerName } from '#examinee/booking-session.ts';
import { BirthDateField, EntryForm, EntryPart, EntrySubmit, StarNote } from '#examinee/parts/entry-form.tsx';
import { Empty } from '#examinee/parts/texts.tsx';
import { EXAMINEE, STEPS } from '#web/addresses.ts';
import { type CallFailed, send } from '#web/send.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { RadioField, SelectField, TextField } from '#web/ui/fields.tsx';
import { useForm } from '#web/ui/form.ts';
import { Row } from '#web/ui/layout.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { OutsideLink } from '#web/ui/outside-link.tsx';
import { useSave } from '#web/use-save.ts';
import type { Reply } from '#wire/call.ts';
import { checkInsurance, insuranceEntry, openInsurance } from '../contract.ts';
import { draftSession } from '../draft-session.ts';
import { exitOf, forgetFrom, forgetRefused, kindOf, reaching, useFlow } from '../flow.ts';
import { atStep, FlowFrame, useStepLoad } from '../flow-frame.tsx';
import { useRedo } from '../refusal-panel.tsx';
import { categoriesOf, clientIn, settleInsurance, startInsurance, yearsOf } from './insurance-values.ts';

const INSURER_NUMBER_HINT = '8桁。6桁の国民健康保険は先頭に00を付けてください';
const CATEGORY_HINT =
  'ご不明な場合は被保険者（本人）をお選びください。扶養に入っているご家族は被扶養者をお選びください';
/** Where the choices are those of a company, and not an insurer's. */
const COMPANY_CATEGORY_HINT = 'ご不明な場合は、お勤め先の健診のご担当者にご確認ください';

export const InsuranceScreen = atStep(reaching.insurance, () => {
  const navigate = useNavigate();
  const flow = useFlow();
  const asked = useStepLoad(openInsurance, { institutionCode: flow.auth.institutionCode });
  const { data, reload } = asked;
  return (
    <FlowFrame
      step="insurance"
      layout="narrow"
      title="健康保険・お勤め先の入力"
      lead={data?.clients.length !== 0 && 'ご利用になる健康保険・お勤め先と、受診される方の情報を入力してください。'}
      asked={asked}
      back={{ onClick: () => navigate(exitOf(flow)) }}
    >
      {data &&
        (data.clients.length > 0 ? (
          <InsuranceForm data={data} reload={reload} />
        ) : (
          <Empty
            lines={[
              'ただいま、健康保険・お勤め先の健診ではご予約いただけません。',
              'お手数ですが、お電話でお問い合わせください。',
            ]}
          />
        ))}
    </FlowFrame>
  );
});

function InsuranceForm({ data, reload }: { data: Reply<typeof openInsurance>; reload(): void }) {
  const navigate = useNavigate();
  const dialogs = useDialogs();
  const redo = useRedo();
  const flow = useFlow();
  const { auth, institution } = flow;
  const { isBusy, save } = useSave();

  const type = insuranceEntry.rule(({ clientCode, categoryCode }, report) => {
    const isAsked = clientCode === '' || categoriesOf(data, clientCode).length > 0;
    if (isAsked && categoryCode === null) report('categoryCode', '対象者区分を選択してください。');
  });
  const [initial] = useState(() => startInsurance(flow, data));
  const form = useForm(type, initial);
  const { draft } = form;

  // Loaded again after a refusal: what was withdrawn meanwhile is no longer chosen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form changes with every key
  useEffect(() => form.set(settleInsurance(draft, data)), [data]);

  useEffect(() => savePartnerName(data.clients), [data]);
  // Nothing typed is lost, whichever way the page is left.
  useEffect(() => {
    draftSession.set({ prefill: { ...draftSession.get().prefill, insurance: draft, insuranceBy: auth.examineeId } });
  }, [draft, auth.examineeId]);

  const { clientCode } = draft;
  const categories = categoriesOf(data, clientCode);
  // Until one is chosen, the form shows all that it may ask for.
  const chosen = clientIn(data, clientCode);
  const hasNumber = chosen?.hasInsurerNumber ?? true;
  const isInsurer = hasNumber || categories.some(({ name }) => name.includes('被保険者'));

  const client = form.bind('clientCode');
  const changeClient = (code: string) => {
    form.set(settleInsurance({ ...draft, clientCode: code, fiscalYear: '', categoryCode: '' }, data));
  };

  const next = () =>
    save(form.submit, {
      send: (value) => send(checkInsurance, { institutionCode: auth.institutionCode, ...value }),
      canRepeat: true,
      done({ age }, value) {
        forgetFrom('course');
        bookingSession.set({ insurance: { ...value, inUse: true, age } });
        navigate(STEPS.course);
      },
      refused: showRefusal,
    });

  async function showRefusal(refusal: CallFailed) {
    forgetRefused(refusal);
    if (refusal.mending !== 'login') {
      await dialogs.inputError(refusal.sentences);
      return reload();
    }
    const wording = { title: 'ログインのお願い', tone: undefined, ok: 'ログインする', cancel: '閉じる' };
    if (await dialogs.confirm(refusal.sentences[0] ?? '', wording)) redo(refusal, 'insurance');
  }

  return (
    <EntryForm onSubmit={next}>
      <Notice>一覧にない場合は、個人でご予約ください。</Notice>
      {kindOf(flow).origin === 'guest' && (
        <Row as="p" gap="3" justify="between">
          <span>すでにご登録のある方は、ログインするとご登録の内容が入力されます。</span>
          <Button onClick={() => navigate(EXAMINEE.login(institution.routeParam), { state: { backTo: 'insurance' } })}>
            ログインして予約する
          </Button>
        </Row>
      )}
      <StarNote />
      <EntryPart>
        <SelectField
          {...client}
          onChange={changeClient}
          width="full"
          none="選択してください"
          options={data.clients.map((one) => ({ value: one.clientCode, label: one.name }))}
        />
        {chosen?.url && (
          <p>
            <OutsideLink href={chosen.url}>{chosen.name}のホームページ</OutsideLink>
          </p>
        )}
        {hasNumber && (
          <TextField {...form.bind('insurerNumber')} hint={INSURER_NUMBER_HINT} inputMode="numeric" width="middle" />
        )}
        <RadioField {...form.bind('sex')} marked words={SEX_WORDS} />
        <BirthDateField {...form.bind('birthDate')} years={data.birthYears} />
        <SelectField
          {...form.bind('fiscalYear')}
          none={clientCode === '' ? '先に健康保険・お勤め先を選択してください' : '選択してください'}
          width="full"
          disabled={clientCode === ''}
          options={yearsOf(data, clientCode).map((year) => ({ value: year, label: `${year}年度` }))}
        />
        {(clientCode === '' || categories.length > 0) && (
          <SelectField
            {...form.bind('categoryCode')}
            required
            hint={isInsurer ? CATEGORY_HINT : COMPANY_CATEGORY_HINT}
            none={clientCode === '' ? '先に健康保険・お勤め先を選択してください' : '選択してください'}
            width="full"
            disabled={clientCode === ''}
            options={categories.map((one) => ({ value: one.categoryCode, label: one.name }))}
          />
        )}
      </EntryPart>
      <EntrySubmit isBusy={isBusy}>コースを選ぶ</EntrySubmit>
    </EntryForm>
  );
}
