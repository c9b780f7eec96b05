// What stands above every screen about a course: which one it is, and the way to its other screens.
import { Fragment, type ReactNode, useCallback, useEffect, useRef } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { COURSES } from '#web/addresses.ts';
import { entriesOf } from '#web/names-of.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Row } from '#web/ui/layout.tsx';
import { Link } from '#web/ui/link.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useLoad } from '#web/use-load.ts';
import { GONE } from '#web/use-unsaved.ts';
import { openCourse } from '../contract.ts';
import { type CourseKey, joinKey } from '../contract-fields.ts';
import { atCourse, describePeriod, describePublished, useCourseInAddress, useCourseList } from './course-addresses.ts';
import styles from './course-head.module.css';

const TABS = {
  detail: '基本情報',
  items: '検査項目',
  frames: '予約枠',
  prices: '料金',
  options: 'オプション',
} as const;
export type CourseTab = keyof typeof TABS;

export interface OfCourse {
  courseKey: CourseKey;
  onGone(): void;
}

/** For screens of the course that the address names; without one, the list is shown. */
export function WithCourse({ children }: { children(course: OfCourse): ReactNode }) {
  const navigate = useNavigate();
  const courseKey = useCourseInAddress();
  const list = useCourseList();
  const onGone = useCallback(() => navigate(list, { replace: true, state: GONE }), [navigate, list]);
  if (!courseKey) return <Navigate to={list} replace state={GONE} />;
  return <Fragment key={joinKey(courseKey)}>{children({ courseKey, onGone })}</Fragment>;
}

/** By their labels; what is not known yet is on its way. */
export function CourseFacts({ facts }: { facts: Readonly<Record<string, string | null | undefined>> }) {
  return <Banner size="m" facts={Object.entries(facts).map(([label, fact]) => [label, fact ?? '…'])} />;
}

interface CourseHeadProps extends OfCourse {
  tab: CourseTab;
  /** The version of the rows below: once they are saved, the course may be complete. */
  rowsVersion?: string | null;
}

export function CourseHead({ courseKey, onGone, tab, rowsVersion = null }: CourseHeadProps) {
  const { data, reload } = useLoad(openCourse, { key: courseKey }, { onMissing: onGone });
  const known = useRef(rowsVersion);
  useEffect(() => {
    if (known.current !== null && known.current !== rowsVersion) reload();
    known.current = rowsVersion;
  }, [rowsVersion, reload]);
  const facts = {
    クライアント: data?.clientName,
    年度: String(courseKey.fiscalYear),
    コース: data?.name,
    登録期間: data && describePeriod(data.registrationFrom ?? '', data.registrationTo ?? ''),
    公開: data && describePublished(data.published),
  };
  return (
    <>
      <CourseFacts facts={facts} />
      <Row as="nav" align="stretch" className={styles.tabs} aria-label="コースの設定">
        {entriesOf(TABS).map(([each, label]) => (
          <Link key={each} to={atCourse(COURSES[each], courseKey)} aria-current={each === tab ? 'page' : undefined}>
            {label}
          </Link>
        ))}
      </Row>
      {tab !== 'detail' && data?.isSet && !data.published && (
        <Notice below="3">
          このコースは非公開です。公開すると予約を受け付けます。{' '}
          <Link to={atCourse(COURSES.detail, courseKey)}>コースの編集</Link>
        </Notice>
      )}
    </>
  );
}
