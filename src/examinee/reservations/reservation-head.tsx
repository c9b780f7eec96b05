// A reservation on a card: its number and when the visit is as the head, and what was booked as rows.
import type { ReactNode } from 'react';
import { formatYen } from '#domain/calendar/japanese-dates.ts';
import { dateParts } from '#domain/calendar/plain-date.ts';
import type { Ending } from '#domain/reservation/reservation-status.ts';
import { payerOf } from '#domain/reservation/user-kind.ts';
import { VisitHead } from '#examinee/parts/visit-head.tsx';
import { taxWord, totalWord } from '#examinee/parts/words.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Muted, Row } from '#web/ui/layout.tsx';
import type { MyPageEntry } from './my-page/contract.ts';
import styles from './reservation-head.module.css';

interface ReservationHeadProps extends Pick<MyPageEntry, 'number' | 'visitDate' | 'startTime' | 'dispatch'> {
  id: string;
  isOver?: boolean;
  tag?: ReactNode;
  as?: 'h2' | 'h3';
}

export function ReservationHead(props: ReservationHeadProps) {
  const { id, number, visitDate, startTime, isOver, dispatch, tag, as = 'h2' } = props;
  return (
    <VisitHead visit={{ date: visitDate, startTime }} isOver={isOver} as={as} id={id}>
      {tag}
      <Muted>予約番号 {number}</Muted>
      {dispatch && <p>{describeDispatch(dispatch)}</p>}
    </VisitHead>
  );
}

function describeDispatch({ name, on }: NonNullable<MyPageEntry['dispatch']>): string {
  const { month, day } = dateParts(on);
  return `${name}は${month}月${day}日に発送しました。`;
}

type Booked = Pick<
  MyPageEntry,
  'clientCode' | 'courseName' | 'optionNames' | 'pricesShown' | 'taxDisplay' | 'total' | 'totalWithTax'
>;

export function bookedRows(booked: Booked): [word: string, content: ReactNode][] {
  const word = totalWord(payerOf(booked.clientCode));
  const rows: [string, ReactNode][] = [
    ['コース', <b key="course">{booked.courseName}</b>],
    ['オプション', booked.optionNames.join('\n') || 'なし'],
  ];
  if (!booked.pricesShown) return rows;
  rows.push([`${word}（${taxWord(booked)}）`, <b key="total">{formatYen(booked.total)}</b>]);
  if (booked.taxDisplay === 'excluded') rows.push([`税込の${word}`, formatYen(booked.totalWithTax)]);
  return rows;
}

const WORDS = {
  over: { word: '受診済み・受診日経過', icon: 'check' },
  changed: { word: '変更済み', icon: 'swap' },
  cancelled: { word: 'キャンセル済み', icon: 'close' },
  asked: { word: 'お申し込み中（まだ確定していません）', icon: 'clock' },
} as const;

export function ReservationTag({ is }: { is: Ending | 'asked' }) {
  const { word, icon } = WORDS[is];
  return (
    <Row as="p" inline gap="1-half" tone="soft" strong below="2" className={styles.tag}>
      <Icon name={icon} />
      {word}
    </Row>
  );
}
