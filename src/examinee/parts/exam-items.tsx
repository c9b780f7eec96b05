// The examinations of a course: those it has as a whole and those in part, apart by word, mark and colour.
import { Row } from '#web/ui/layout.tsx';
import styles from './exam-items.module.css';

type Extent = 'all' | 'part';

const TITLES: Readonly<Record<Extent, string>> = { all: '含まれる検査', part: '一部が含まれる検査' };

export function ExamItems({ items }: { items: readonly { name: string; extent: Extent }[] }) {
  return (['all', 'part'] as const).map((extent) => {
    const names = items.filter((item) => item.extent === extent);
    return (
      names.length > 0 && (
        <div key={extent}>
          <Row as="p" wrap={false} gap="2" tone="soft" below="2" className={styles.title} data-extent={extent}>
            {TITLES[extent]}
          </Row>
          <Row as="ul" gap="2" align="stretch" className={styles.chips} data-extent={extent}>
            {names.map(({ name }) => (
              <li key={name}>{name}</li>
            ))}
          </Row>
        </div>
      )
    );
  });
}
