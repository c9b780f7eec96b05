// One course: what it is, whom it is for, what it costs, and the button that chooses it.
import type { ReactNode } from 'react';
import type { Payer } from '#domain/user-kind.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { Reply } from '#wire/call.ts';
import { makeBill, taxWord, totalWithTax, writeAmount } from '../bill.ts';
import type { openCourses } from '../contract.ts';
import { Amount } from '../summary.tsx';

export type Offer = Reply<typeof openCourses>;
export type OfferedCourse = Offer['courses'][number];

interface CourseCardProps {
  course: OfferedCourse;
  offer: Pick<Offer, 'pricesShown' | 'taxDisplay' | 'taxRounding' | 'taxRate'>;
  payer: Payer;
  onChoose(): void;
  /** In place of the button, while something is asked first. */
  children?: ReactNode;
}

export function CourseCard({ course, offer, payer, onChoose, children }: CourseCardProps) {
  const id = `course-${course.courseCode}`;
  const taxed = totalWithTax(makeBill(offer, course, []));
  const items = (extent: 'all' | 'part') => course.items.filter((item) => item.extent === extent);
  return (
    <article className="course card" aria-labelledby={id}>
      <h2 id={id}>{course.name}</h2>
      <dl className="course-facts">
        <div>
          <dt>
            <Icon name="clock" />
            所要時間
          </dt>
          <dd className="course-duration">{course.duration || '―'}</dd>
        </div>
        {offer.pricesShown && (
          <div className="course-fee">
            <dt>
              {payer === 'insurance' ? 'ご負担額' : '料金'}（{taxWord(offer)}）
            </dt>
            <dd>
              <Amount value={course.amount} isFrom={course.isFrom} />
              {taxed !== null && <span className="soft">税込 {writeAmount(taxed, course.isFrom)}</span>}
            </dd>
          </div>
        )}
      </dl>
      <div className="course-text">
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
            <h3>ご注意</h3>
            <ul className="bullets">
              {course.description.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </section>
        )}
      </div>
      {course.items.length > 0 && (
        <section className="course-items">
          <h3>検査項目</h3>
          <Items title="含まれる検査" mark="all" names={items('all')} />
          <Items title="一部が含まれる検査" mark="partly" names={items('part')} />
        </section>
      )}
      {children || (
        <Button kind="primary" className="course-choose" aria-describedby={id} onClick={onChoose}>
          このコースを選ぶ
          <Icon name="right" />
        </Button>
      )}
    </article>
  );
}

function Items({ title, mark, names }: { title: string; mark: 'all' | 'partly'; names: readonly { name: string }[] }) {
  if (names.length === 0) return null;
  return (
    <div>
      <p className={`items-title ${mark}`}>{title}</p>
      <ul className={`chips ${mark}`}>
        {names.map(({ name }) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </div>
  );
}
