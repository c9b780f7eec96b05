// The screen about a reservation: its head with the way to its neighbours, the key facts, and the panels below.
import type { ReactNode } from 'react';
import { foundReservations } from '#backoffice/found-reservations.ts';
import { ANONYMISED } from '#domain/reservation/anonymous.ts';
import { PageHead } from '#web/page-head.tsx';
import { useMay } from '#web/session.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { ClientPanel, CoursePanel, PersonPanel, RemarksPanel } from './fact-panels.tsx';
import { HistoryPanel, MailsPanel } from './log-panels.tsx';
import type { Wish } from './mail-wish.tsx';
import type { ReservationPaths } from './paths.ts';
import styles from './reservation-view.module.css';
import { type Reservation, SEXES, writeDay } from './words.ts';

export interface ViewProps {
  data: Reservation;
  paths: ReservationPaths;
  /** Another one is to be looked at. */
  onOpen(number: number): void;
  /** A mail that could not be delivered is to be sent once more; null for who may not. */
  onResend: ((mailId: string) => void) | null;
  /** The person's wish for invitations was written down. */
  onWish(wish: Wish): void;
}

/** Without anything to edit, it only shows. */
export function ReservationView({
  data,
  paths,
  onOpen,
  onResend,
  onWish,
  editing,
}: ViewProps & { editing?: ReactNode }) {
  const isManager = useMay('manager');
  return (
    <>
      <PageHead
        title="予約内容の確認・変更"
        crumbs={[{ label: 'TOP', to: paths.home }, { label: '予約管理' }, { label: '受診者抽出', to: paths.list }]}
        tools={
          <>
            {isManager && !data.isAnonymous && (
              <LinkButton to={paths.person} state={{ reservation: data.number }}>
                この方のデータ
              </LinkButton>
            )}
            <Neighbours number={data.number} onOpen={onOpen} />
            {!editing && (
              <LinkButton kind="quiet" to={paths.list}>
                戻る
              </LinkButton>
            )}
          </>
        }
      />
      <KeyFacts data={data} />
      <Links data={data} onOpen={onOpen} />
      <div className={styles.columns}>
        <div className={styles.column}>
          {editing}
          <ClientPanel data={data} />
        </div>
        <div className={styles.column}>
          <CoursePanel data={data} />
          <HistoryPanel entries={data.history} />
          <MailsPanel mails={data.mails} onResend={onResend} />
        </div>
        <div className={styles.column}>
          <PersonPanel data={data} onWish={onWish} />
          <RemarksPanel text={data.remarks} />
        </div>
      </div>
    </>
  );
}

function Neighbours({ number, onOpen }: { number: number; onOpen(number: number): void }) {
  const { numbers, isWhole } = foundReservations.use();
  const at = numbers.indexOf(number);
  if (at < 0) return null;
  const step = (to: number | undefined, name: string, icon: 'left' | 'right') => (
    <Button disabled={to === undefined} onClick={() => to !== undefined && onOpen(to)}>
      {icon === 'left' && <Icon name="left" />}
      {name}
      {icon === 'right' && <Icon name="right" />}
    </Button>
  );
  return (
    <div className={styles.neighbours}>
      <span>
        抽出結果 {(at + 1).toLocaleString('ja-JP')} / {numbers.length.toLocaleString('ja-JP')} 件
        {!isWhole && '（読み込み途中）'}
      </span>
      <span className={styles.steps}>
        {step(numbers[at - 1], '前へ', 'left')}
        {step(numbers[at + 1], '次へ', 'right')}
      </span>
    </div>
  );
}

function KeyFacts({ data }: { data: Reservation }) {
  return (
    <dl className={styles.banner}>
      <div>
        <dt>予約番号</dt>
        <dd>{data.number}</dd>
      </div>
      <div>
        <dt>受診者</dt>
        <dd>
          {data.name}
          <small>{data.kana}</small>
          <small>
            {SEXES[data.sex]}・{data.age}歳
          </small>
        </dd>
      </div>
      <div>
        <dt>受診日</dt>
        <dd>
          {writeDay(data.visitDate)} {data.startTime}
        </dd>
      </div>
      <div>
        <dt>コース</dt>
        <dd>{data.course.name}</dd>
      </div>
      <div>
        <dt>現在の予約状況</dt>
        <dd>
          <StatusBadge status={data.status} />
          {data.method === 'desired' && <small>希望予約</small>}
          {data.isAnonymous && <span className={styles.anonymous}>匿名化済み</span>}
        </dd>
      </div>
    </dl>
  );
}

function Links({ data, onOpen }: Pick<ViewProps, 'data' | 'onOpen'>) {
  const open = (number: number) => (
    <Button kind="plain" className={styles.link} onClick={() => onOpen(number)}>
      予約番号 {number} を開く
    </Button>
  );
  if (data.isAnonymous) return <Notice className={styles.notice}>{ANONYMISED}</Notice>;
  if (data.replacedBy > 0) {
    return <Notice className={styles.notice}>この予約は変更されたため、編集できません。{open(data.replacedBy)}</Notice>;
  }
  if (data.replaces > 0)
    return <Notice className={styles.notice}>変更によって登録された予約です。{open(data.replaces)}</Notice>;
  return null;
}
