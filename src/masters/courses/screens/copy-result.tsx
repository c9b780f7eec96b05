// What became of a copy: for each client its course, or why there is none.
import { COURSES } from '#web/addresses.ts';
import { BackToGuide, useGuidePath } from '#web/master-screens/back-to-guide.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { DoneLine, Notice } from '#web/ui/notice.tsx';
import { Table } from '#web/ui/table.tsx';
import type { Reply } from '#wire/call.ts';
import type { executeCourseCopy } from '../contract-copy.ts';
import styles from './copy-result.module.css';
import { atCourse, useCourseList } from './course-addresses.ts';

type Made = Reply<typeof executeCourseCopy>;
type Result = Made['results'][number];

function describeResult({ state, categoryName }: Result): string {
  switch (state) {
    case 'copied':
      return 'コピーしました';
    case 'sameName':
      return '同名のコースがあります';
    case 'categoryMissing':
      return `対象者区分「${categoryName}」がありません`;
    case 'individual':
      return '個人には対象者区分を設定できません';
  }
}

export function CopyResult({ made, names }: { made: Made & { toYear: number }; names: ReadonlyMap<string, string> }) {
  const isGuided = useGuidePath() !== null;
  const nameOf = ({ clientCode, clientName }: Result) => names.get(clientCode) ?? clientName;
  const list = useCourseList();
  const detailOf = ({ clientCode, courseCode }: Result) =>
    atCourse(COURSES.detail, { fiscalYear: made.toYear, clientCode, courseCode });
  return (
    <Stack gap="3" below="6" className={styles.page}>
      <DoneLine>{made.copied.toLocaleString('ja-JP')} 件のコースをコピーしました。</DoneLine>
      {made.copied > 0 && <Notice>公開するには、コースの編集で「公開」にしてください。</Notice>}
      <Table
        caption="コピーの結果"
        columns={[
          { label: 'クライアント', text: nameOf },
          { label: '結果', text: describeResult },
        ]}
        rows={made.results}
        rowKey={({ clientCode }) => clientCode}
        isOff={({ state }) => state !== 'copied'}
        buttons={(result) =>
          result.state === 'copied' && (
            <LinkButton aria-label={`詳細（${nameOf(result)}）`} to={detailOf(result)}>
              詳細
            </LinkButton>
          )
        }
      />
      <div>
        <BackToGuide kind="primary" />
        <LinkButton to={list} kind={isGuided ? 'quiet' : 'primary'}>
          一覧に戻る
        </LinkButton>
      </div>
    </Stack>
  );
}
