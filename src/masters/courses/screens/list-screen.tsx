// The courses of a client: which one, its years, and the links to a course's own screens.

import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { INDIVIDUAL } from '#domain/offer/sentinels.ts';
import { COURSES } from '#web/addresses.ts';
import { BackToGuide } from '#web/master-screens/back-to-guide.tsx';
import { entriesOf } from '#web/names-of.ts';
import { PageHead } from '#web/page-head.tsx';
import { send } from '#web/send.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { EmptyBox } from '#web/ui/empty-box.tsx';
import { SelectField } from '#web/ui/fields.tsx';
import { unbound } from '#web/ui/form.ts';
import { Form } from '#web/ui/form-element.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import { Link } from '#web/ui/link.tsx';
import { DoneLine, Loading, Notice } from '#web/ui/notice.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { useLoad } from '#web/use-load.ts';
import { useSave } from '#web/use-save.ts';
import type { Reply } from '#wire/call.ts';
import { deleteCourse, listCourses } from '../contract.ts';
import { joinKey } from '../contract-fields.ts';
import { atClient, atCourse, describePeriod, describePublished, namesApart, useClient } from './course-addresses.ts';
import styles from './list-screen.module.css';
import { PublishBar } from './publish-bar.tsx';

type Course = Reply<typeof listCourses>['courses'][number];

const SUB_MASTERS = { items: '検査項目', frames: '予約枠', prices: '料金', options: 'オプション' } as const;

const LACKS = {
  nothing: '',
  prices: '料金がないため予約できません',
  frames: '予約枠がないため予約できません',
  both: '料金と予約枠がないため予約できません',
  match: '料金と予約枠の条件が合わないため予約できません',
  capacity: '枠数のない予約枠があるため予約できない方がいます',
} as const;

function columnsOf(selected: ReadonlySet<string>, onSelect: (keys: readonly string[]) => void): Column<Course>[] {
  const others = (key: string) => [...selected].filter((other) => other !== key);
  return [
    {
      label: '選択',
      text: () => '',
      render: ({ key, name }) => (
        <input
          type="checkbox"
          aria-label={`選択（${name} ${key.fiscalYear}年度）`}
          checked={selected.has(joinKey(key))}
          onChange={({ target }) => onSelect([...others(joinKey(key)), ...(target.checked ? [joinKey(key)] : [])])}
        />
      ),
    },
    { label: 'コース名', text: ({ name }) => name, leads: true },
    { label: '年度', text: ({ key }) => String(key.fiscalYear) },
    { label: '登録期間', text: (course) => describePeriod(course.registrationFrom, course.registrationTo) },
    {
      label: '公開',
      text: ({ published }) => describePublished(published),
      render: (course) => <Published course={course} />,
    },
    {
      label: '設定',
      text: () => '',
      render: ({ key, name }) => (
        <Row as="span" wrap={false} gap="3" lines="1" align="stretch" noBreak>
          {entriesOf(SUB_MASTERS).map(([path, label]) => (
            <Link key={path} to={atCourse(COURSES[path], key)} aria-label={`${label}（${name} ${key.fiscalYear}年度）`}>
              {label}
            </Link>
          ))}
        </Row>
      ),
    },
  ];
}

function NoCourses({ clientCode, canCopy }: { clientCode: string; canCopy: boolean }) {
  const register = { label: '新規登録', to: atClient(COURSES.register, clientCode) };
  const copy = { label: 'コピーして登録', to: atClient(COURSES.copy, clientCode) };
  return (
    <EmptyBox
      text="データが一件も登録されていません。"
      hint={
        <>
          このクライアントのコースはまだありません。
          {canCopy && 'ほかのクライアントのコースをコピーできます。'}
        </>
      }
      actions={canCopy ? [register, copy] : [register]}
    />
  );
}

function Published({ course: { published, missing } }: { course: Course }) {
  const lack = published && LACKS[missing];
  return (
    <>
      {describePublished(published)}
      {lack && (
        <Row as="span" wrap={false} gap="1" tone="wrong">
          <Icon name="alert" />
          {lack}
        </Row>
      )}
    </>
  );
}

export function CourseListScreen() {
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const { state } = useLocation();
  const { act } = useSave();
  const wanted = useClient();
  // Another one may be chosen already, and not searched for yet.
  const [clientCode, setClientCode] = useState(wanted);
  useEffect(() => setClientCode(wanted), [wanted]);
  const [selected, select] = useState<readonly string[]>(state?.selected ?? []);
  const [done, setDone] = useState('');
  const show = (code: string) => navigate(atClient(COURSES.list, code), { replace: true });
  // A client that is gone leaves those who pay themselves, who always are there.
  const { data, answers, replace, reload } = useLoad(
    listCourses,
    { clientCode: wanted },
    { onMissing: () => show(INDIVIDUAL) },
  );
  const listed = answers?.clientCode ?? wanted;
  const search = () => {
    setDone('');
    if (clientCode === wanted) reload();
    else show(clientCode);
  };

  const chosen = new Set(selected);

  function remove({ key, name }: Course) {
    const details = (
      <p>
        {name}（{key.fiscalYear}年度）
      </p>
    );
    return act({
      ask: () => dialogs.confirm('削除しますか？', { details, danger: true, ok: '削除' }),
      send: () => send(deleteCourse, { key, version: null }),
      done: ({ courses }) => data && replace({ ...data, courses }),
      refused: ({ sentences }) => dialogs.masterError(sentences),
    });
  }

  return (
    <>
      <PageHead title="コースマスタ" crumbs={['マスタ管理']} tools={<BackToGuide />} />
      {state?.gone && <Notice>選択されたコースが見つかりません。ほかの利用者が削除した可能性があります。</Notice>}
      {!data ? (
        <Loading />
      ) : (
        <div className={styles.page}>
          <Form row gap="4" lines="2" className={styles.tools} onSubmit={search}>
            <SelectField
              {...unbound('course-client', 'クライアント', clientCode, setClientCode)}
              options={[...namesApart(data.clients)].map(([value, label]) => ({ value, label }))}
            />
            <Button type="submit">
              <Icon name="search" />
              検索
            </Button>
            <span role="status">
              {data.clients.find((client) => client.clientCode === listed)?.name}{' '}
              {data.courses.length.toLocaleString('ja-JP')} 件
            </span>
            <Row as="span" wrap={false} gap="2" align="stretch" push>
              <LinkButton to={atClient(COURSES.fiscalYear, clientCode)}>年度更新</LinkButton>
              <LinkButton to={atClient(COURSES.register, clientCode)} kind="primary">
                <Icon name="plus" />
                新規登録
              </LinkButton>
            </Row>
          </Form>
          {done && <DoneLine>{done}</DoneLine>}
          {data.courses.length === 0 ? (
            <NoCourses clientCode={listed} canCopy={data.clients.some(({ hasCourses }) => hasCourses)} />
          ) : (
            <>
              <Table
                caption="コースの一覧"
                columns={columnsOf(chosen, select)}
                rows={data.courses}
                rowKey={({ key }) => joinKey(key)}
                isOff={({ published }) => !published}
                buttons={(course) => (
                  <>
                    <LinkButton
                      aria-label={`詳細（${course.name} ${course.key.fiscalYear}年度）`}
                      to={atCourse(COURSES.detail, course.key)}
                    >
                      詳細
                    </LinkButton>
                    <LinkButton
                      aria-label={`コピー（${course.name} ${course.key.fiscalYear}年度）`}
                      to={atCourse(COURSES.copy, course.key)}
                    >
                      コピー
                    </LinkButton>
                    <Button
                      kind="quiet"
                      aria-label={`削除（${course.name} ${course.key.fiscalYear}年度）`}
                      onClick={() => remove(course)}
                    >
                      削除
                    </Button>
                  </>
                )}
              />
              <PublishBar
                courses={data.courses}
                selected={chosen}
                onSelect={select}
                lackOf={({ missing }) => LACKS[missing]}
                onDone={(sentence) => {
                  setDone(sentence);
                  reload();
                }}
              />
            </>
          )}
        </div>
      )}
    </>
  );
}
