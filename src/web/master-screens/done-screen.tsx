// What follows an update or a registration: the sentence, and the way back.
import { type Crumb, PageHead } from '../page-head.tsx';
import { LinkButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import styles from './done-screen.module.css';
import type { AnyMaster, MasterPaths } from './master.ts';

interface DoneScreenProps {
  master: AnyMaster;
  paths: MasterPaths;
  what: 'updated' | 'registered';
}

export function DoneScreen({ master, paths, what }: DoneScreenProps) {
  return (
    <Done
      title={what === 'updated' ? '更新完了' : '登録完了'}
      crumbs={[{ label: 'TOP', to: paths.home }, { label: 'マスタ管理' }, { label: master.title, to: paths.list }]}
      sentence={master.texts[what]}
      back={{ label: '一覧に戻る', to: paths.list }}
    />
  );
}

interface DoneProps {
  title: string;
  crumbs: readonly Crumb[];
  sentence: string;
  back: { label: string; to: string };
  /** What most people do next. */
  next?: { label: string; to: string; onClick?: () => void };
}

export function Done({ title, crumbs, sentence, back, next }: DoneProps) {
  return (
    <>
      <PageHead title={title} crumbs={crumbs} />
      <div className={styles.panel}>
        <p role="status">
          <Icon name="check" />
          {sentence}
        </p>
        {next && (
          <LinkButton to={next.to} kind="primary" onClick={next.onClick}>
            {next.label}
          </LinkButton>
        )}
        <LinkButton to={back.to} kind={next ? 'quiet' : 'primary'}>
          {back.label}
        </LinkButton>
      </div>
    </>
  );
}
