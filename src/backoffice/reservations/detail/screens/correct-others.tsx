// Asks whether a person's other reservations are corrected alike, and corrects each of them.
import { useState } from 'react';
import { BulkRun } from '#backoffice/reservations/bulk-run.tsx';
import { inWords, type RunWords } from '#backoffice/reservations/run.ts';
import { findSamePerson } from '#backoffice/shared/contract-person.ts';
import type { ListedRow } from '#backoffice/shared/contract-rows.ts';
import { today } from '#domain/calendar/clock.ts';
import { formatOfficeDay } from '#domain/calendar/japanese-dates.ts';
import { isLive } from '#domain/reservation/reservation-status.ts';
import { CallFailed, send } from '#web/send.ts';
import { Row, Stack, Text } from '#web/ui/layout.tsx';
import type { Input } from '#wire/call.ts';
import { correctPerson } from '../contract-correct.ts';
import type { Reservation } from './notification.ts';

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
