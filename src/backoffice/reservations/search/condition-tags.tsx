// The conditions of the last search in one line, and the way back to their form.
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import styles from './condition-tags.module.css';

export function ConditionTags({ tags, onEdit }: { tags: readonly string[]; onEdit(): void }) {
  return (
    <Row as="section" gap="2" className={styles.tags} aria-label="検索条件">
      <b>検索条件</b>
      <ul>
        {tags.length === 0 && <li>すべての予約</li>}
        {tags.map((tag) => (
          <li key={tag}>{tag}</li>
        ))}
      </ul>
      <Button onClick={onEdit}>
        <Icon name="search" />
        条件を変更
      </Button>
    </Row>
  );
}
