// The detail of a reservation: all that was booked, for whom and for how much, as of the booking; made to be printed too.

import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { today } from '#domain/calendar/clock.ts';
import { formatYen } from '#domain/calendar/japanese-dates.ts';
import { endingOf, isLive } from '#domain/reservation/reservation-status.ts';
import { payerOf } from '#domain/reservation/user-kind.ts';
import { linesOf } from '#domain/text/characters.ts';
import { CalendarFile } from '#examinee/parts/calendar-file.tsx';
import { Card, CardBody } from '#examinee/parts/card.tsx';
import { BackButton } from '#examinee/parts/entry-form.tsx';
import { ExamItems } from '#examinee/parts/exam-items.tsx';
import { Pairs, PersonPairs } from '#examinee/parts/pairs.tsx';
import { Bullets } from '#examinee/parts/texts.tsx';
import { taxWord, totalWord, writeAddition } from '#examinee/parts/words.ts';
import { EXAMINEE } from '#web/addresses.ts';
import { ExamineePage } from '#web/examinee-page.tsx';
import { useOpenedReservation } from '#web/key-in-address.ts';
import { Button } from '#web/ui/button.tsx';
import { EMPTY_MARK } from '#web/ui/empty-mark.ts';
import { Muted, Row, Stack } from '#web/ui/layout.tsx';
import { Loading, Notice } from '#web/ui/notice.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { useLoad } from '#web/use-load.ts';
import { type Detail, openDetail } from '../contract-reservation.ts';
import { ReservationHead, ReservationTag } from '../reservation-head.tsx';
import styles from './detail-screen.module.css';

export function DetailScreen() {
  const number = useOpenedReservation();
  return number === null ? <Navigate to={EXAMINEE.myPage} replace /> : <Reservation key={number} number={number} />;
}

function Reservation({ number }: { number: number }) {
  const navigate = useNavigate();
  const [isMissing, setMissing] = useState(false);
  const { data: detail, isLoading } = useLoad(openDetail, { number }, { onMissing: () => setMissing(true) });
  return (
    <ExamineePage
      title="ご予約の詳細"
      lead="コース・料金・お客様情報は、ご予約いただいた時点の内容です。"
      layout="narrow"
    >
      {isMissing && <Notice>ご予約が見つかりません。マイページからもう一度お選びください。</Notice>}
      {detail ? <Content detail={detail} /> : isLoading && <Loading />}
      <Stack gap="3" className={styles.acts} data-hide="print">
        {detail && !hasEnded(detail) && !isAsked(detail) && (
          <CalendarFile
            {...detail}
            courseDuration={detail.course.duration}
            visit={{ date: detail.visitDate, startTime: detail.startTime }}
          />
        )}
        {detail && <Button onClick={() => print()}>印刷する</Button>}
      </Stack>
      <BackButton label="マイページへ戻る" onClick={() => navigate(EXAMINEE.myPage)} />
    </ExamineePage>
  );
}

const isAsked = ({ method, status }: Detail) => method === 'desired' && (status === 'new' || status === 'changed');

const hasEnded = ({ status, visitDate }: Detail) => !isLive(status) || visitDate < today(new Date());

/** What the reception reads from the screen, or from the paper. */
function ReceptionCode({ number }: { number: number }) {
  return (
    <Row wrap={false} gap="4" className={styles.code}>
      <QrCode text={String(number)} label={`予約番号${number}のQRコード`} isNumber />
      <p>受付でこの画面か印刷したものをお見せください。</p>
    </Row>
  );
}

function Content({ detail }: { detail: Detail }) {
  const { course, status } = detail;
  const isOver = hasEnded(detail);
  return (
    <>
      <Card aria-labelledby="visit">
        <ReservationHead
          {...detail}
          id="visit"
          isOver={isOver}
          tag={isOver ? <ReservationTag is={endingOf(status)} /> : isAsked(detail) && <ReservationTag is="asked" />}
        />
        {!isOver && !isAsked(detail) && <ReceptionCode number={detail.number} />}
        <CardBody className={styles.facts}>
          <Pairs
            rows={[
              ['コース', <b key="course">{course.name}</b>],
              ['所要時間', course.duration || EMPTY_MARK],
            ]}
          />
        </CardBody>
      </Card>
      <Fees detail={detail} />
      <CourseCard course={course} />
      <Card aria-labelledby="person">
        <CardBody>
          <h2 id="person">お客様情報</h2>
          <PersonPairs kind={{ origin: 'my-page', payer: payerOf(detail.clientCode) }} person={detail} />
        </CardBody>
      </Card>
    </>
  );
}

function CourseCard({ course }: { course: Detail['course'] }) {
  const { items, description, recommendedFor } = course;
  if (items.length === 0 && !description && !recommendedFor) return null;
  return (
    <Card aria-labelledby="course">
      <CardBody gap="4" className={styles.course}>
        <h2 id="course">コースの内容</h2>
        {items.length > 0 && (
          <section>
            <h3>検査項目</h3>
            <Stack gap="4" className={styles.items}>
              <ExamItems items={items} />
            </Stack>
          </section>
        )}
        {recommendedFor && (
          <section>
            <h3>対象となる方</h3>
            {linesOf(recommendedFor).map((line) => (
              <Muted key={line}>{line}</Muted>
            ))}
          </section>
        )}
        {description && (
          <section>
            <h3>コースの説明</h3>
            <Bullets lines={linesOf(description)} />
          </section>
        )}
      </CardBody>
    </Card>
  );
}

function Fees({ detail }: { detail: Detail }) {
  const { course, options, pricesShown, sum, sumWithTax } = detail;
  const total = totalWord(payerOf(detail.clientCode));
  return (
    <Card className={styles.card} aria-labelledby="fees">
      <CardBody>
        <h2 id="fees">{pricesShown ? 'オプションと料金' : 'オプション'}</h2>
        <dl className={styles.fees} data-ruled>
          {pricesShown && (
            <div>
              <dt>コース料金</dt>
              <dd>{formatYen(course.amount)}</dd>
            </div>
          )}
          {options.map(({ name, amount }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{pricesShown && writeAddition(amount)}</dd>
            </div>
          ))}
          {options.length === 0 && (
            <div>
              <dt>オプション</dt>
              <dd>なし</dd>
            </div>
          )}
          {pricesShown && (
            <div className={styles.total}>
              <dt>
                {total}（{taxWord(detail)}）
              </dt>
              <dd>{formatYen(sum)}</dd>
            </div>
          )}
          {pricesShown && detail.taxDisplay === 'excluded' && (
            <div>
              <dt>税込の{total}</dt>
              <dd>{formatYen(sumWithTax)}</dd>
            </div>
          )}
        </dl>
      </CardBody>
    </Card>
  );
}
