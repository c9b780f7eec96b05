// Publishing courses of a list through the HTTP server.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { INDIVIDUAL } from '#domain/offer/sentinels.ts';
import { type CourseOffice, NEW_COURSE, openCourseOffice } from '#tests/kit/course-office.ts';

let office: CourseOffice;
beforeAll(async () => {
  office = await openCourseOffice();
});
afterAll(() => office.service.close());

interface Listed {
  key: string;
  ksnm: string;
  upok: string;
  version: string;
}

const list = async (): Promise<Listed[]> =>
  (await office.ask('MasterWIRKS/Search', { jgcd: INDIVIDUAL })).listIrks.filter(
    ({ nend }: { nend: number }) => nend === 2031,
  );

const publish = (rows: readonly Pick<Listed, 'key' | 'version'>[], upok: string) =>
  office.post('MasterWIRKS/PublishMany', {
    keys: rows.map(({ key }) => key),
    versions: rows.map(({ version }) => version),
    upok,
  });

test('six courses are published at once; one that somebody else has changed, and one that is gone, stay and are named', async () => {
  for (let n = 1; n <= 6; n++)
    await office.ask('MasterWIRKS/Register', {
      ...NEW_COURSE,
      jgcd: INDIVIDUAL,
      nend: 2031,
      ksnm: `新${n}`,
      upok: '0',
    });
  const before = await list();
  expect(before.map(({ upok }) => upok)).toEqual(Array(6).fill('0'));
  const [changed, ...rest] = before;
  if (!changed) throw new Error('no course');
  await office.ask('MasterWIRKS/Update', {
    ...NEW_COURSE,
    key: changed.key,
    nend: 2031,
    ksnm: '先に直した',
    upok: '0',
  });

  const gone = { key: `2031${INDIVIDUAL}9999`, version: '1' };
  const { body } = await publish([...before, gone], '1');
  const sentence = 'ほかの職員が更新しています。最新の状態を確認してください。';
  expect(body).toMatchObject({
    errorCode: 0,
    resultList: [
      { key: changed.key, result: '2', errorMessage: sentence },
      ...rest.map(({ key }) => ({ key, result: '0', errorMessage: '' })),
      { key: gone.key, result: '2', errorMessage: sentence },
    ],
  });
  expect((await list()).map(({ upok }) => upok)).toEqual(['0', '1', '1', '1', '1', '1']);
  expect((await office.service.readLog()).at(-1)).toMatchObject({ act: '21', details: { note: '公開', count: 5 } });

  // Sent again it finds them as they should be, and writes nothing.
  const again = await publish(rest, '1');
  expect(again.body.resultList.map(({ result }: { result: string }) => result)).toEqual(Array(5).fill('1'));
  const now = await list();
  expect((await publish(now, '0')).body.resultList.map(({ result }: { result: string }) => result)).toEqual([
    '1',
    '0',
    '0',
    '0',
    '0',
    '0',
  ]);
});

test('from 1 to 200 at a time', async () => {
  const [row] = await list();
  expect((await publish([], '1')).body).toMatchObject({
    errorCode: 12,
    errorMessage: 'コースは1件から200件までで指定してください。',
  });
  expect((await publish(Array(201).fill(row), '1')).body).toMatchObject({ errorCode: 12 });
});
