// What follows an update or a registration: the sentence, and the way back to the list.
import { PageHead } from '../page-head.tsx';
import { LinkButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import type { AnyMaster, MasterPaths } from './master.ts';

interface DoneScreenProps {
  master: AnyMaster;
  paths: MasterPaths;
  what: 'updated' | 'registered';
}

export function DoneScreen({ master, paths, what }: DoneScreenProps) {
  return (
    <>
      <PageHead
        title={what === 'updated' ? '更新完了' : '登録完了'}
        crumbs={[{ label: 'TOP', to: paths.home }, { label: 'マスタ管理' }, { label: master.title, to: paths.list }]}
      />
      <div className="done-panel">
        <p role="status">
          <Icon name="check" />
          {master.texts[what]}
        </p>
        <LinkButton to={paths.list} kind="primary">
          一覧に戻る
        </LinkButton>
      </div>
    </>
  );
}
