// What is kept of one person, who has seen it, a file of it to hand over, and the way to erase it.

import { useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { STAYS } from '#backoffice/people/privacy/contract.ts';
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { ReservationLink } from '#backoffice/shared/reservation-link.tsx';
import { today } from '#domain/calendar/clock.ts';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { MAIL_KIND_WORDS } from '#domain/mail/mail-kinds.ts';
import { MAIL_STATE_WORDS } from '#domain/mail/mail-states.ts';
import { isLive, STATUS_WORDS } from '#domain/reservation/reservation-status.ts';
import { OFFICE } from '#web/addresses.ts';
import { useOpenedReservation } from '#web/key-in-address.ts';
import { PageHead } from '#web/page-head.tsx';
import { saveFile } from '#web/save-file.ts';
import { send } from '#web/send.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { EMPTY_MARK } from '#web/ui/empty-mark.ts';
import { Muted, Row, Stack } from '#web/ui/layout.tsx';
import { Loading, Notice } from '#web/ui/notice.tsx';
import { Facts, Panel } from '#web/ui/panel.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { useLoad } from '#web/use-load.ts';
import { useSave } from '#web/use-save.ts';
import { GONE } from '#web/use-unsaved.ts';
import type { Reply } from '#wire/call.ts';
import {
  type Accesses,
  type Disclosure,
  exportPerson,
  NO_PERSON,
  openAccesses,
  openPerson,
  type PersonKey,
  type ShownPerson,
  searchPeople,
} from './contract.ts';
import { EraseDialog } from './erase-dialog.tsx';
import styles from './person-screen.module.css';
import { PrintedPerson } from './print-page.tsx';

const CRUMBS = ['運用管理', { label: '個人データの開示・消去', to: OFFICE.people }];

export function PersonScreen() {
  const number = useOpenedReservation();
  const { state } = useLocation();
  if (number !== null) return <Found key={number} number={number} />;
  // Who has no reservation has nothing that an address could say.
  const person: PersonKey | undefined = state?.person;
  return person ? <Loaded person={person} /> : <Navigate to={OFFICE.people} replace />;
}

function Found({ number }: { number: number }) {
  const navigate = useNavigate();
  const leave = () => navigate(OFFICE.people, { replace: true, state: GONE });
  const { data } = useLoad(searchPeople, { ...NO_PERSON, number }, { onRefused: leave, onMissing: leave });
  const person = data?.people[0];
  if (!person) return <Loading />;
  const { examineeId, kana, birthDate, patientNumber } = person;
  return <Loaded person={{ examineeId, kana, birthDate, patientNumber }} />;
}

function Loaded({ person }: { person: PersonKey }) {
  const navigate = useNavigate();
  const { data, reload } = useLoad(openPerson, person, { onMissing: () => navigate(OFFICE.people, { replace: true }) });
  const [printed, setPrinted] = useState<Disclosure | null>(null);
  const [isErasing, setErasing] = useState(false);
  const { isBusy, act } = useSave();

  const write = (done: (file: Reply<typeof exportPerson>) => void) =>
    act({ send: () => send(exportPerson, person), done, canRepeat: true });

  if (!data) return <Loading />;
  // The server refuses them, too, and by its own clock.
  const ahead = data.reservations.filter(({ status, visitDate }) => isLive(status) && visitDate >= today(new Date()));
  if (printed) return <PrintedPerson person={data} written={printed} onBack={() => setPrinted(null)} />;
  return (
    <>
      <PageHead title="この方のデータ" crumbs={CRUMBS} />
      <Head person={data} />
      <Stack gap="4" align="start" className={styles.columns}>
        <Stack gap="3" className={styles.column}>
          <Reservations person={data} />
          <Mails person={data} />
          <AccessesPanel person={person} />
        </Stack>
        <Stack gap="3" className={styles.column}>
          {data.isOwner && <Account person={data} />}
          <Panel title="開示">
            <p>アカウント、予約とその履歴、送信したメールを、すべて書き出します。</p>
            <Row gap="2" align="stretch" above="3">
              <Button
                kind="primary"
                disabled={isBusy}
                onClick={() =>
                  write(({ fileName, json }) =>
                    saveFile({ fileName, file: new Blob([json], { type: 'application/json' }) }),
                  )
                }
              >
                この方のデータを書き出す
              </Button>
              <Button disabled={isBusy} onClick={() => write(({ json }) => setPrinted(JSON.parse(json)))}>
                印刷用ページを開く
              </Button>
            </Row>
          </Panel>
          <Panel title="消去">
            <p>予約を匿名化し、個人を特定できる情報を消します。件数などの集計は変わりません。</p>
            <p>{STAYS}</p>
            {ahead.length > 0 && (
              <Notice>{`受診日前の予約（予約番号 ${ahead.map(({ number }) => number).join('、')}）があるため消去できません。先に予約を取り消してください。`}</Notice>
            )}
            <Row gap="2" align="stretch" above="3">
              <Button kind="quiet" disabled={ahead.length > 0} onClick={() => setErasing(true)}>
                この方のデータを消去する
              </Button>
            </Row>
          </Panel>
        </Stack>
      </Stack>
      {isErasing && (
        <EraseDialog
          person={data}
          onClose={() => setErasing(false)}
          onStale={reload}
          onErased={() => navigate(OFFICE.people, { replace: true })}
        />
      )}
    </>
  );
}

function Head({ person }: { person: ShownPerson }) {
  const { examineeId, name, kana, birthDate, patientNumber, mail, wish, wishDate, wishBy } = person;
  const called = (
    <>
      {withNarrowBlanks(name)}
      <small>{withNarrowBlanks(kana)}</small>
    </>
  );
  const wished = (
    <>
      {wish || EMPTY_MARK}
      <small>{[wishDate, wishBy].filter(Boolean).join(' ')}</small>
    </>
  );
  return (
    <Banner
      facts={[
        ['氏名', called],
        ['生年月日', formatOfficeDate(birthDate)],
        ['患者番号', patientNumber || EMPTY_MARK],
        ['アカウント', examineeId === 0 ? EMPTY_MARK : mail],
        ['健診のご案内メール', wished],
      ]}
    />
  );
}

function Account({ person: { account } }: { person: ShownPerson }) {
  return (
    <Panel title="アカウント">
      <Facts
        rows={[
          ['性別', account.sex],
          ['住所', account.address],
          ['電話番号', account.phone],
          ['会社名', account.companyName],
          ['登録日', account.createdOn],
        ]}
      />
    </Panel>
  );
}

function Reservations({ person }: { person: ShownPerson }) {
  const { reservations, othersCount } = person;
  return (
    <Panel title="予約" aside={<span>{`${reservations.length} 件`}</span>} flush>
      <Table
        caption="予約"
        columns={[
          {
            label: '予約番号',
            text: ({ number }: ShownPerson['reservations'][number]) => String(number),
            render: ({ number }) => <ReservationLink number={number} />,
          },
          {
            label: '受診日時',
            text: ({ visitDate, startTime }) => [formatOfficeDate(visitDate), startTime].filter(Boolean).join(' '),
          },
          { label: 'コース', text: ({ courseName }) => courseName },
          { label: 'クライアント', text: ({ clientName }) => clientName },
          { label: '予約状況', text: ({ status }) => STATUS_WORDS[status] },
        ]}
        rows={reservations}
        rowKey={({ number }) => String(number)}
        isOff={({ status }) => !isLive(status)}
      />
      {reservations.length === 0 && <Muted inset="2">予約はありません。</Muted>}
      {othersCount > 0 && <Muted inset="2">{`同じアカウントで、ほかに ${othersCount} 名の登録があります。`}</Muted>}
    </Panel>
  );
}

function Mails({ person: { mails } }: { person: ShownPerson }) {
  if (mails.length === 0) return null;
  return (
    <Panel title="メール" aside={<span>{`${mails.length} 件`}</span>} flush>
      <Table
        caption="メール"
        columns={[
          { label: '日時', text: ({ at }: ShownPerson['mails'][number]) => at },
          { label: '分類', text: ({ kind }) => MAIL_KIND_WORDS[kind] },
          { label: '件名', text: ({ title }) => title || EMPTY_MARK },
          { label: '状態', text: ({ state }) => MAIL_STATE_WORDS[state] },
        ]}
        rows={mails}
        rowKey={(mail) => String(mails.indexOf(mail))}
      />
    </Panel>
  );
}

const ACCESS_COLUMNS: Column<Accesses['entries'][number]>[] = [
  { label: '日時', text: ({ at }) => at },
  { label: '職員', text: ({ name, userId }) => `${name} ${userId}` },
  { label: '操作', text: ({ actName }) => actName },
  { label: '対象', text: ({ subject }) => subject },
  { label: '内容', text: ({ text }) => text },
];

/** A hundred at a time. */
function AccessesPanel({ person }: { person: PersonKey }) {
  const { isBusy, act } = useSave();
  const [shown, setShown] = useState<Accesses | null>(null);
  const load = () =>
    act({
      send: () => send(openAccesses, { ...person, before: shown?.older ?? '' }),
      done: ({ entries, older }) => setShown({ entries: [...(shown?.entries ?? []), ...entries], older }),
      canRepeat: true,
    });
  return (
    <Panel title="閲覧・操作の記録">
      {shown === null && <p>この方のデータを、いつ、だれが見たか、変えたかを表示します。</p>}
      {shown?.entries.length === 0 && <p>記録はありません。</p>}
      {shown !== null && shown.entries.length > 0 && (
        <Table
          caption="閲覧・操作の記録、新しい順"
          columns={ACCESS_COLUMNS}
          rows={shown.entries}
          rowKey={(entry) => String(shown.entries.indexOf(entry))}
        />
      )}
      {(shown === null || shown.older !== '') && (
        <Button disabled={isBusy} onClick={load}>
          {shown === null ? '記録を表示する' : '古い100件を続けて表示する'}
        </Button>
      )}
      <p>1,000件を超える一覧は、条件と件数だけが操作履歴に残り、ここには出ません。</p>
    </Panel>
  );
}
