// A reservation on my page: when, what, how much, and what can still be done about it.

import { formatDayEnd, formatDeadline } from '#domain/calendar/japanese-dates.ts';
import { changeDeadline, endingOf } from '#domain/reservation/reservation-status.ts';
import { Card, CardBody } from '#examinee/parts/card.tsx';
import { Pairs } from '#examinee/parts/pairs.tsx';
import { NoWrap } from '#examinee/parts/texts.tsx';
import { examineeSession } from '#web/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { bookedRows, ReservationHead, ReservationTag } from '../reservation-head.tsx';
import type { MyPage, MyPageEntry } from './contract.ts';
import styles from './reservation-card.module.css';

export interface ReservationActs {
  showDetail(entry: MyPageEntry): void;
  sendMail(entry: MyPageEntry): void;
  change(entry: MyPageEntry): void;
  cancel(entry: MyPageEntry): void;
}

interface ReservationCardProps {
  entry: MyPageEntry;
  page: Pick<MyPage, 'today' | 'deadlineDays'>;
  isCurrent: boolean;
  acts: ReservationActs;
}

export function ReservationCard({ entry, page, isCurrent, acts }: ReservationCardProps) {
  const id = `reservation-${entry.number}`;
  const isOpen = isCurrent && entry.isChangeable;
  const isAsked = isCurrent && entry.method === 'desired' && entry.status !== 'confirmed';
  const act = (label: string, run: ReservationActs[keyof ReservationActs], kind?: 'danger-outline') => (
    <Button kind={kind} aria-describedby={id} onClick={() => run(entry)}>
      {label}
    </Button>
  );
  return (
    <Card as="article" aria-labelledby={id}>
      <ReservationHead
        {...entry}
        id={id}
        as="h3"
        isOver={!isCurrent}
        tag={isCurrent ? isAsked && <ReservationTag is="asked" /> : <ReservationTag is={endingOf(entry.status)} />}
      />
      <CardBody gap="3" className={styles.body}>
        <Facts entry={entry} />
        {isCurrent && (
          <WindowText
            isOpen={isOpen}
            deadline={changeDeadline(entry.visitDate, page.deadlineDays)}
            today={page.today}
          />
        )}
        <Stack gap="2" className={styles.acts}>
          {act('詳細を見る', acts.showDetail)}
          {isCurrent && act('確認メール送信', acts.sendMail)}
          {isOpen && act('予約を変更', acts.change)}
          {isOpen && act('予約をキャンセル', acts.cancel, 'danger-outline')}
        </Stack>
      </CardBody>
    </Card>
  );
}

function Facts({ entry }: { entry: MyPageEntry }) {
  const { personName } = examineeSession.use();
  // One may book for family too.
  const person = entry.name === personName ? [] : [['受診される方', `${entry.name} 様`] as const];
  return <Pairs rows={[...person, ...bookedRows(entry)]} />;
}

function WindowText({ isOpen, deadline, today }: { isOpen: boolean; deadline: string; today: string }) {
  const { institution } = examineeSession.use();
  return (
    <Row as="p" wrap={false} gap="3" align="stretch" className={styles.window}>
      <Icon name={isOpen ? 'clock' : 'info'} />
      {isOpen ? (
        <span>
          変更・キャンセルは、
          <NoWrap>
            <b>{formatDeadline(deadline)}</b>
          </NoWrap>
          、この画面でできます。
        </span>
      ) : (
        <span>
          変更・キャンセルの受付は
          {/* On the day itself it ends earlier for whoever has come. */}
          {deadline < today && (
            <>
              、<NoWrap>{formatDayEnd(deadline)}</NoWrap>で
            </>
          )}
          終了しました。ご都合が悪くなった方は、お電話でご連絡ください。
          {institution.phone && <a href={`tel:${institution.phone.replaceAll('-', '')}`}>{institution.phone}</a>}
        </span>
      )}
    </Row>
  );
}
