// The form of a mail template: what it is for, its text, the variables to insert, and what an examinee would read.

import { today } from '#domain/calendar/clock.ts';
import { formatDate, formatDeadline, formatMonthDay, formatYen } from '#domain/calendar/japanese-dates.ts';
import { addDays } from '#domain/calendar/plain-date.ts';
import { INVITATION_NOTICE, lacksInvitationNotice, UNSUBSCRIBE_VARIABLE } from '#domain/mail/invitation-notice.ts';
import { TEMPLATE_KIND_WORDS } from '#domain/mail/mail-kinds.ts';
import { isMailVariable, MAIL_VARIABLES, type MailVariable, templateParts } from '#domain/mail/mail-variables.ts';
import { MailPaper, MailSheet, useInsertion } from '#web/mail-sheet.tsx';
import type { LookupsOf, MasterForm } from '#web/master-screens/master.ts';
import { Banner } from '#web/ui/banner.tsx';
import { excerpt } from '#web/ui/change-list.tsx';
import { Field } from '#web/ui/field-frame.tsx';
import { inputProps, SelectField, TextField } from '#web/ui/fields.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Grid, Stack } from '#web/ui/layout.tsx';
import { Panel } from '#web/ui/panel.tsx';
import type { Kind, lookUpForMailTemplate, mailTemplateCalls } from './contract.ts';
import styles from './mail-editor.module.css';

type Lookups = LookupsOf<typeof lookUpForMailTemplate>;
type Editor = MasterForm<typeof mailTemplateCalls.values, unknown, Lookups>;

const ALL_CLIENTS = 'すべてのクライアント';
const ALL_COURSES = 'すべてのコース';

export function clientName({ clients }: Lookups, clientCode: string): string {
  if (clientCode === '') return ALL_CLIENTS;
  return clients.find((client) => client.clientCode === clientCode)?.name ?? clientCode;
}

export function courseName({ courses }: Lookups, clientCode: string, courseCode: string): string {
  if (courseCode === '') return ALL_COURSES;
  const course = courses.find((each) => each.clientCode === clientCode && each.courseCode === courseCode);
  return course?.name ?? courseCode;
}

export function MailEditor({ form, mode, lookups }: Editor) {
  const title = form.bind('title');
  const body = form.bind('body');
  const { insert, remember } = useInsertion(body.id);
  return (
    <>
      {mode === 'edit' ? <Target form={form} lookups={lookups} /> : <TargetSelects form={form} lookups={lookups} />}
      <div className={styles.editor}>
        <Stack gap="3" className={styles.fields}>
          <Field field={title}>
            <input {...inputProps(title)} type="text" autoComplete="off" onFocus={remember} />
          </Field>
          <Field field={body} write={(theirs) => excerpt(theirs, body.value)}>
            <textarea {...inputProps(body)} rows={19} onFocus={remember} />
          </Field>
          <Grid columns="3" gap="3" className={styles.addresses}>
            <TextField {...form.bind('sender')} type="email" width="full" />
            <TextField {...form.bind('replyTo')} type="email" width="full" hint="空欄のときは送信元に返信されます。" />
            <TextField
              {...form.bind('bcc')}
              type="email"
              width="full"
              hint={form.draft.kind === 'password' ? 'パスワード通知には設定できません。' : undefined}
            />
          </Grid>
        </Stack>
        <Variables
          kind={form.draft.kind}
          used={`${title.value}\n${body.value}`}
          onChoose={(variable) => insert(`{{${variable}}}`)}
        />
        <Preview form={form} lookups={lookups} />
      </div>
    </>
  );
}

function Target({ form: { draft }, lookups }: Pick<Editor, 'form' | 'lookups'>) {
  return (
    <Banner
      size="m"
      below="4"
      facts={[
        ['分類', draft.kind && TEMPLATE_KIND_WORDS[draft.kind]],
        ['クライアント', clientName(lookups, draft.clientCode)],
        ['コース', courseName(lookups, draft.clientCode, draft.courseCode)],
      ]}
    />
  );
}

function TargetSelects({ form, lookups }: Pick<Editor, 'form' | 'lookups'>) {
  const { clientCode } = form.draft;
  const kind = form.bind('kind');
  const courses = lookups.courses.filter((course) => course.clientCode === clientCode);
  return (
    <div className={styles.targetSelects}>
      <SelectField
        {...kind}
        onChange={(word) => kind.onChange(word as Kind | '')}
        options={Object.entries(TEMPLATE_KIND_WORDS).map(([value, label]) => ({ value, label }))}
        none="選択してください"
        width="full"
      />
      <SelectField
        {...form.bind('clientCode')}
        onChange={(code) => form.set({ clientCode: code, courseCode: '' })}
        options={lookups.clients.map((client) => ({ value: client.clientCode, label: client.name }))}
        none={ALL_CLIENTS}
        width="full"
      />
      <SelectField
        {...form.bind('courseCode')}
        options={courses.map((course) => ({ value: course.courseCode, label: course.name }))}
        none={ALL_COURSES}
        disabled={clientCode === ''}
        width="full"
      />
    </div>
  );
}

const ONLY_IN: Partial<Record<MailVariable, Kind>> = {
  [UNSUBSCRIBE_VARIABLE]: 'promotion',
  パスワード: 'password',
  パスワード期限: 'password',
};

interface VariablesProps {
  kind: Kind | '';
  used: string;
  onChoose(variable: MailVariable): void;
}

function Variables({ kind, used, onChoose }: VariablesProps) {
  const usable = MAIL_VARIABLES.filter((variable) => (ONLY_IN[variable] ?? kind) === kind);
  const inUse = new Set(templateParts(used).map(({ variable }) => variable));
  return (
    <Panel title="差し込み項目" flush>
      <p className={styles.hint}>選ぶと、件名または本文のカーソルの位置に入ります</p>
      <ul className={styles.variables} data-ruled>
        {usable.map((variable) => (
          <li key={variable}>
            <button type="button" onClick={() => onChoose(variable)}>
              {variable}
              {inUse.has(variable) && (
                <>
                  <Icon name="check" />
                  <span className="visually-hidden">使用中</span>
                </>
              )}
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Preview({ form: { draft }, lookups }: Pick<Editor, 'form' | 'lookups'>) {
  const values = exampleValues(draft, lookups);
  return (
    <div className={styles.preview}>
      <Panel title="プレビュー" note="例の予約で表示" flush>
        <MailSheet
          subject={filledParts(draft.title, values)}
          sender={draft.sender}
          to="yoshino.y@example.jp"
          body={filledParts(draft.body, values)}
        />
        {draft.kind === 'promotion' && lacksInvitationNotice(draft.body) && (
          <section className={styles.added} aria-labelledby="mail-added">
            <h3 id="mail-added">自動で付く表示</h3>
            <MailPaper parts={filledParts(INVITATION_NOTICE, values)} />
          </section>
        )}
      </Panel>
    </div>
  );
}

/** Every example holds something, so that nothing is left out; what is not known stays as it was typed. */
const filledParts = (template: string, values: Readonly<Record<MailVariable, string>>) =>
  templateParts(template).map(({ text, variable }) => ({
    text: variable !== null && isMailVariable(variable) ? values[variable] : text,
    variable,
  }));

function exampleValues(draft: Editor['form']['draft'], lookups: Lookups): Record<MailVariable, string> {
  const visit = addDays(today(new Date()), 30);
  return {
    氏名: '山本 佳乃',
    予約番号: '100048251',
    受診日: formatDate(visit),
    受付時間: '9:30',
    コース名: draft.courseCode ? courseName(lookups, draft.clientCode, draft.courseCode) : '日帰り人間ドック',
    オプション: '胃内視鏡（経鼻）、乳房超音波',
    合計金額: `${formatYen(60_500)}（税込）`,
    医療機関名: lookups.institutionName,
    電話番号: lookups.phone,
    電話受付時間: lookups.phoneHours,
    パスワード: 'rei8Kd2mQx5vTn7w',
    パスワード期限: `${formatMonthDay(addDays(today(new Date()), 1))}9:30`,
    ログインURL: lookups.loginUrl,
    変更期限: formatDeadline(addDays(visit, -7)),
    クライアント名: draft.clientCode ? clientName(lookups, draft.clientCode) : '東丘精機健康保険組合',
    所在地: draft.kind === 'promotion' ? lookups.senderAddress : lookups.address,
    連絡事項: '機器点検のため、受付時間を変更させていただきました。',
    // The key behind it is different for each receiver.
    配信停止URL: lookups.loginUrl.replace('/CommonLogin/', '/CommonUnsubscribe/').concat('/…'),
  };
}
