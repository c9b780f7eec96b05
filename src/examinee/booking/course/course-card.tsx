// One course: what it is, whom it is for, what it costs, and the button that chooses it.
import type { ReactNode } from 'react';
import type { Payer } from '#domain/reservation/user-kind.ts';
import { Card } from '#examinee/parts/card.tsx';
import { ExamItems } from '#examinee/parts/exam-items.tsx';
import { Bullets } from '#examinee/parts/texts.tsx';
import { formatLimits, taxWord, writeAmount } from '#examinee/parts/words.ts';
import { Button } from '#web/ui/button.tsx';
import { EMPTY_MARK } from '#web/ui/empty-mark.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Muted, Row, Stack } from '#web/ui/layout.tsx';
import type { Reply } from '#wire/call.ts';
import type { openCourses } from '../contract.ts';
import { Amount, makeBill, totalWithTax } from '../summary.tsx';
import styles from './course-card.module.css';

export type Offer = Reply<typeof openCourses>;
export type OfferedCourse = Offer['courses'][number];

export const chooseId = (courseCode: string) => `choose-${courseCode}`;

interface CourseCardProps {
  course: OfferedCourse;
  offer: Pick<Offer, 'pricesShown' | 'taxDisplay' | 'taxRounding' | 'taxRate'>;
  payer: Payer;
  /** The one of the reservation that is being changed. */
  isCurrent?: boolean;
  onChoose(): void;
  /** In place of the button, while something is asked first. */
  children?: ReactNode;
}

export function CourseCard({ course, offer, payer, isCurrent = false, onChoose, children }: CourseCardProps) {
  const id = `course-${course.courseCode}`;
  const taxed = totalWithTax(makeBill(offer, course, []));
  const limit = formatLimits(course);
  return (
    <Card as="article" className={styles.course} aria-labelledby={id}>
      <div className={styles.name}>
        {isCurrent && <p className={styles.current}>現在ご予約のコース</p>}
        <h2 id={id}>{course.name}</h2>
        {limit && (
          <Row as="p" wrap={false} gap="2" align="baseline" strong above="1">
            <Icon name="calendar" />
            {limit}
          </Row>
        )}
      </div>
      <Row as="dl" gap="4" lines="2" align="stretch" justify="between" className={styles.facts}>
        <div>
          <dt>
            <Icon name="clock" />
            所要時間
          </dt>
          <dd className={styles.duration}>{course.duration || EMPTY_MARK}</dd>
        </div>
        {offer.pricesShown && (
          <div className={styles.fee}>
            <dt>
              {payer === 'insurance' ? 'ご負担額' : '料金'}（{taxWord(offer)}）
            </dt>
            <dd>
              <Amount value={course.lowest} isFrom={course.isFrom} />
              {taxed !== null && <Muted as="span">税込 {writeAmount(taxed, course.isFrom)}</Muted>}
            </dd>
          </div>
        )}
      </Row>
      <div className={styles.text}>
        {course.recommendedFor.length > 0 && (
          <section>
            <h3>対象となる方</h3>
            {course.recommendedFor.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </section>
        )}
        {course.description.length > 0 && (
          <section>
            <h3>コースの説明</h3>
            <Bullets lines={course.description} />
          </section>
        )}
      </div>
      {course.items.length > 0 && (
        <Stack as="section" gap="3" className={styles.items}>
          <h3>検査項目</h3>
          <ExamItems items={course.items} />
        </Stack>
      )}
      {children ? (
        <div className={styles.asked}>{children}</div>
      ) : (
        <Button
          kind="primary"
          id={chooseId(course.courseCode)}
          className={styles.choose}
          aria-describedby={id}
          onClick={onChoose}
        >
          このコースを選ぶ
          <Icon name="right" />
        </Button>
      )}
    </Card>
  );
}
