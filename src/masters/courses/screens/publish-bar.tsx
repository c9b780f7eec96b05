// The bar under the list of courses: those that are selected are published, or taken back.

import { MOST_PUBLISHED, publishCourses } from '#masters/courses/contract.ts';
import { FootBar } from '#web/action-bar.tsx';
import { send } from '#web/send.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { Row } from '#web/ui/layout.tsx';
import { SelectAllBox } from '#web/ui/row-selection.tsx';
import { useSave } from '#web/use-save.ts';
import type { Reply } from '#wire/call.ts';
import type { listCourses } from '../contract.ts';
import { joinKey } from '../contract-fields.ts';

type Course = Reply<typeof listCourses>['courses'][number];

interface PublishBarProps {
  courses: readonly Course[];
  selected: ReadonlySet<string>;
  onSelect(keys: readonly string[]): void;
  lackOf(course: Course): string;
  /** The list is not as it was, and this is said of it. */
  onDone(sentence: string): void;
}

export function PublishBar({ courses, selected, onSelect, lackOf, onDone }: PublishBarProps) {
  const dialogs = useDialogs();
  const { isBusy, act } = useSave();
  const chosen = courses.filter(({ key }) => selected.has(joinKey(key)));
  const most = courses.slice(0, MOST_PUBLISHED).map(({ key }) => joinKey(key));
  const describe = (course: Course) => `${course.name}（${course.key.fiscalYear}年度）`;

  const publish = (published: boolean) =>
    act({
      ask() {
        const lacking = published ? chosen.filter((course) => lackOf(course) !== '') : [];
        const details = lacking.map((course) => (
          <p key={joinKey(course.key)}>{`${describe(course)}：${lackOf(course)}`}</p>
        ));
        return dialogs.confirm(`${chosen.length} コースを${published ? '公開' : '非公開に'}しますか？`, { details });
      },
      send: () =>
        send(publishCourses, {
          courses: chosen.map(({ key, version }) => ({ key: joinKey(key), version })),
          published,
        }),
      async done({ results }) {
        const refused = results.filter(({ outcome }) => outcome === 'refused');
        onSelect(refused.map(({ key }) => key));
        onDone(`${results.length - refused.length} コースを${published ? '公開' : '非公開に'}しました。`);
        const names = new Map(chosen.map((course) => [joinKey(course.key), describe(course)]));
        if (refused.length > 0)
          await dialogs.inputError(refused.map(({ key, sentence }) => `${names.get(key)}：${sentence}`));
      },
    });

  return (
    <FootBar label="選択したコース">
      <Row as="label" gap="1-half" wrap={false}>
        <SelectAllBox
          state={chosen.length === 0 ? 'none' : chosen.length < most.length ? 'some' : 'all'}
          onChange={(isSelected) => onSelect(isSelected ? most : [])}
        />
        すべて選択
      </Row>
      <span role="status">{chosen.length > 0 && `${chosen.length} 件を選択中`}</span>
      <Row gap="2" wrap={false} push>
        <Button disabled={chosen.length === 0 || isBusy} onClick={() => publish(false)}>
          非公開にする
        </Button>
        <Button kind="primary" disabled={chosen.length === 0 || isBusy} onClick={() => publish(true)}>
          公開する
        </Button>
      </Row>
    </FootBar>
  );
}
