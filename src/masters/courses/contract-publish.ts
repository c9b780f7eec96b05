// Publishing courses of a list, or taking them back, all at once; what became of each is reported by itself.
import { masterLog } from '#masters/contract-master.ts';
import { officeCalls } from '#wire/call.ts';
import { OUTCOME, YES } from '#wire/choices.ts';
import { choice, flag, orNone } from '#wire/fields.ts';
import { columns, list, record } from '#wire/record.ts';
import { digits, text } from '#wire/texts.ts';

export const MOST_PUBLISHED = 200;

/** Year, client and course joined, as lists answer it. */
const courseKey = digits('key', 'コースのキー', { required: true, exact: 16 });
const log = masterLog('コースマスタ', ({ courses }: { courses: readonly { key: string }[] }) => courses[0]?.key ?? '');

export const publishCourses = officeCalls('MasterWIRKS').write('PublishMany', {
  log: log.about('公開の切り替え'),
  request: record({
    /** As the list has shown them. */
    courses: columns(
      'コース',
      record({ key: courseKey, version: orNone(text('version', '更新の番号', { max: 20 }), '') }),
      {
        key: 'keys',
        version: 'versions',
      },
    ),
    published: flag('upok', '公開区分', YES),
  }).rule(({ courses }, report) => {
    if (courses.length < 1 || courses.length > MOST_PUBLISHED) {
      report('courses', `コースは1件から${MOST_PUBLISHED}件までで指定してください。`);
    }
  }),
  reply: record({
    results: list('resultList', '結果', {
      key: courseKey,
      outcome: choice('result', '結果', OUTCOME),
      sentence: text('errorMessage', '変更できない理由'),
    }),
  }),
});
