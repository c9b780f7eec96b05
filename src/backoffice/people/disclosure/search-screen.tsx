// Finds the person whose request is to be answered.
import { useState } from 'react';
import { useLocation } from 'react-router';
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { today } from '#domain/calendar/clock.ts';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { dateParts } from '#domain/calendar/plain-date.ts';
import { OFFICE, personAt } from '#web/addresses.ts';
import { PageHead } from '#web/page-head.tsx';
import { send } from '#web/send.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { EMPTY_MARK } from '#web/ui/empty-mark.ts';
import { TextField } from '#web/ui/fields.tsx';
import { useFocusTarget } from '#web/ui/focus.ts';
import { useForm } from '#web/ui/form.ts';
import { Form } from '#web/ui/form-element.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Table } from '#web/ui/table.tsx';
import { useOnce } from '#web/use-save.ts';
import type { Reply } from '#wire/call.ts';
import type { Draft, Value } from '#wire/record.ts';
import { personSearch, searchPeople } from './contract.ts';
import styles from './search-screen.module.css';

type Found = Reply<typeof searchPeople>['people'][number];

const OLDEST = 120;
/** Nobody who was born in a later year comes for a check-up. */
const years = () => {
  const { year } = dateParts(today(new Date()));
  return Array.from({ length: OLDEST }, (_, index) => year - index);
};

const COLUMNS = [
  { label: '氏名', text: ({ name }: Found) => withNarrowBlanks(name) },
  { label: 'カナ氏名', text: ({ kana }: Found) => withNarrowBlanks(kana) },
  { label: '生年月日', text: ({ birthDate }: Found) => formatOfficeDate(birthDate) },
  { label: '患者番号', text: ({ patientNumber }: Found) => patientNumber || EMPTY_MARK },
  { label: 'メール', text: ({ mail }: Found) => mail },
  { label: '予約', text: ({ count }: Found) => `${count.toLocaleString('ja-JP')}件`, align: 'number' },
  { label: '最終受診日', text: ({ lastDate }: Found) => lastDate || EMPTY_MARK },
] as const;

export function PersonSearchScreen() {
  const dialogs = useDialogs();
  const { state } = useLocation();
  const form = useForm(personSearch, personSearch.blank);
  const { isBusy, once } = useOnce();
  const [people, setPeople] = useState<readonly Found[]>([]);
  const reader = useFocusTarget<HTMLParagraphElement>();
  // A search has nothing to save, and so nothing that is not saved yet.
  const bind = <K extends keyof Draft<typeof personSearch> & string>(name: K) => ({
    ...form.bind(name),
    edited: false,
  });

  const find = (value: Value<typeof personSearch>) =>
    dialogs.attempt(async () => {
      setPeople([]);
      const { people: found } = await send(searchPeople, value);
      setPeople(found);
      reader.bring();
    });

  const search = () =>
    once(async (begin) => {
      const reading = form.submit();
      if (!reading.ok) return dialogs.inputError(reading.problems);
      begin();
      await find(reading.value);
    });

  return (
    <>
      <PageHead title="個人データの開示・消去" crumbs={['運用管理']} />
      {state?.gone && <Notice>該当する方が見つかりません。</Notice>}
      <Form gap="2" className={styles.form} aria-label="検索条件" onSubmit={search}>
        <p>メールアドレス、予約番号、またはカナ氏名と生年月日のいずれかで検索します。</p>
        <TextField {...bind('mail')} type="email" hint="アカウントのメールアドレス全体" />
        <TextField {...bind('number')} width="short" inputMode="numeric" />
        <TextField {...bind('kana')} />
        <DateField {...bind('birthDate')} years={years()} />
        <Row wrap={false} gap="2" align="stretch">
          <Button kind="primary" type="submit" disabled={isBusy} icon="search">
            検索
          </Button>
        </Row>
      </Form>
      {people.length > 0 && (
        <Stack as="section" gap="2" below="6" aria-label="検索結果">
          <p {...reader.place}>{`${people.length}名が見つかりました。`}</p>
          <Table
            caption="該当する方"
            columns={COLUMNS}
            rows={people}
            rowKey={({ examineeId, kana, birthDate, patientNumber }) =>
              `${examineeId}/${kana}/${birthDate}/${patientNumber}`
            }
            buttons={({ name, number, examineeId, kana, birthDate, patientNumber }) => (
              <LinkButton
                aria-label={`${withNarrowBlanks(name)}を開く`}
                to={number === 0 ? OFFICE.person : personAt(number)}
                state={number === 0 ? { person: { examineeId, kana, birthDate, patientNumber } } : undefined}
              >
                開く
              </LinkButton>
            )}
          />
        </Stack>
      )}
    </>
  );
}
