// The fiscal-year update of a client: what will be copied to the next year, and what was.

import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { executeFiscalYearUpdate, openFiscalYearUpdate } from '#masters/courses/contract-copy.ts';
import { ActionBar } from '#web/action-bar.tsx';
import { SaveButton } from '#web/master-screens/save-button.tsx';
import { PageHead } from '#web/page-head.tsx';
import { send } from '#web/send.ts';
import { Button, LeaveButton } from '#web/ui/button.tsx';
import { DISMISSED } from '#web/ui/dialog-box.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { Grid, Stack } from '#web/ui/layout.tsx';
import { Loading, Notice } from '#web/ui/notice.tsx';
import { Table } from '#web/ui/table.tsx';
import { useLoad } from '#web/use-load.ts';
import { useSave } from '#web/use-save.ts';
import type { Reply } from '#wire/call.ts';
import { joinKey } from '../contract-fields.ts';
import { describePeriod, useClient, useCourseList, useCrumbs } from './course-addresses.ts';
import styles from './fiscal-year-screen.module.css';

type Plan = Reply<typeof openFiscalYearUpdate>;

export function FiscalYearScreen() {
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const clientCode = useClient();
  const list = useCourseList();
  const [message, setMessage] = useState<ReactNode>(null);
  const { isBusy, act } = useSave();

  async function refuse() {
    const answer = await dialogs.show({
      title: '対象コースエラー',
      tone: 'wrong',
      lead: '選択されたクライアントに紐づくコースがありません。',
    });
    if (answer !== DISMISSED) navigate(list);
  }

  const { data, reload } = useLoad(openFiscalYearUpdate, { clientCode }, { onMissing: refuse, onRefused: refuse });

  function execute(plan: Plan) {
    const made = plan.courses.filter(({ exists }) => !exists);
    const details = `${plan.clientName}の${made.length}コースを、${plan.nextYear}年度に複写します。`;
    return act({
      ask: () => dialogs.confirm('年度更新を実行しますか？', { details }),
      send: () => send(executeFiscalYearUpdate, { clientCode, fiscalYear: plan.currentYear }),
      done({ copied, skipped }) {
        const selected = made.map(({ courseCode }) => joinKey({ fiscalYear: plan.nextYear, clientCode, courseCode }));
        setMessage(
          <>
            {`${plan.nextYear}年度に ${copied} コースを複写しました。`}
            {skipped > 0 && `登録済みの ${skipped} コースはそのままです。`}
            <Button
              onClick={() => navigate(list, { state: { selected } })}
            >{`複写した ${copied} コースを公開する`}</Button>
          </>,
        );
        reload();
      },
      async refused({ sentences }) {
        await dialogs.inputError(sentences);
        reload();
      },
      async failed(error) {
        await dialogs.systemError(error);
        reload();
        return false;
      },
    });
  }

  /** Where nothing is left to copy there is nothing to execute. */
  const plan = !isBusy && data?.courses.some(({ exists }) => !exists) ? data : null;
  const submit = () => plan && execute(plan);
  return (
    <>
      <PageHead title="年度更新" crumbs={useCrumbs()} />
      {!data ? (
        <Loading />
      ) : (
        <Stack gap="3" fill below="6" className={styles.page}>
          <Grid as="dl" columns="auto 1" gap="4" lines="1" className={styles.facts}>
            <dt>クライアント</dt>
            <dd>{data.clientName}</dd>
            <dt>年度</dt>
            <dd>
              {data.currentYear}年度 <span aria-hidden="true">→</span>
              <span className="visually-hidden">から</span> {data.nextYear}年度
            </dd>
          </Grid>
          <Notice>
            検査項目・予約枠・料金・オプションも複写します。登録期間は1年後になり、複写したコースは非公開になります。
          </Notice>
          <Table
            caption="複写するコース"
            columns={[
              { label: 'コース名', text: ({ name }) => name },
              {
                label: `${data.nextYear}年度の登録期間`,
                text: (course) => describePeriod(course.registrationFrom, course.registrationTo),
              },
              { label: '複写', text: ({ exists }) => (exists ? '登録済み（複写しません）' : '複写します') },
            ]}
            rows={data.courses}
            rowKey={({ courseCode }) => courseCode}
            isOff={({ exists }) => exists}
          />
        </Stack>
      )}
      <ActionBar editedCount={0} problemCount={0} done={message} onPrimary={submit}>
        <LeaveButton onClick={() => navigate(list)} />
        <SaveButton disabled={!plan} onClick={submit}>
          年度更新を実行する
        </SaveButton>
      </ActionBar>
    </>
  );
}
