// What follows a change: the sentence, the way back to the extraction, and to the next reservation of it.

import { resultContext } from '#backoffice/shared/result-context.ts';
import { Done } from '#web/master-screens/done-screen.tsx';
import { choose, useChosen } from './chosen.ts';
import type { ReservationPaths } from './paths.ts';

export function ReservationDoneScreen({ paths }: { paths: ReservationPaths }) {
  const number = useChosen();
  const { numbers } = resultContext.use();
  const at = number === null ? -1 : numbers.indexOf(number);
  const next = at < 0 ? undefined : numbers[at + 1];
  return (
    <Done
      title="予約状況変更完了"
      crumbs={[{ label: 'TOP', to: paths.home }, { label: '予約管理' }, { label: paths.listName, to: paths.list }]}
      sentence="予約状況の変更が完了しました。"
      back={{ label: `${paths.listName}に戻る`, to: paths.list }}
      next={
        next === undefined
          ? undefined
          : [{ label: `次の予約（${next}）を開く`, to: paths.detail, onClick: () => choose(next) }]
      }
    />
  );
}
