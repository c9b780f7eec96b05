// Option selection, with the running total.
import { useNavigate } from 'react-router';
import { formatDate } from '#domain/calendar/japanese-dates.ts';
import { beginsWithOne, hasRowForNone } from '#domain/offer/option-groups.ts';
import { Empty } from '#examinee/parts/texts.tsx';
import { formatLimits, writeAddition, writeAmount } from '#examinee/parts/words.ts';
import { STEPS } from '#web/addresses.ts';
import { Button } from '#web/ui/button.tsx';
import { Muted, Stack } from '#web/ui/layout.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { Reply } from '#wire/call.ts';
import { openOptions } from '../contract.ts';
import { draftSession, optionKey } from '../draft-session.ts';
import { conditionsOf, forgetFrom, reaching, useFlow } from '../flow.ts';
import { atStep, FlowFrame, useStepLoad } from '../flow-frame.tsx';
import { Pick } from '../pick.tsx';
import { makeBill } from '../summary.tsx';
import styles from './option-screen.module.css';

function rowsOf({ groups }: Pick<Reply<typeof openOptions>, 'groups'>) {
  return groups.flatMap(({ groupCode, options }) =>
    options.map((option) => ({ ...option, groupCode, key: optionKey(groupCode, option.optionCode) })),
  );
}

/** That one may go on without any is said where that is so. */
function leadOf(groups: readonly Group[]): string | undefined {
  if (groups.length === 0) return undefined;
  return groups.some(beginsWithOne)
    ? '追加したい検査をお選びください。あらかじめ選ばれている検査は、ほかのものに変えられます。'
    : '追加したい検査をお選びください。選ばずに次へ進むこともできます。';
}

export const OptionScreen = atStep(reaching.option, ({ flow: { course } }) => {
  const navigate = useNavigate();
  const flow = useFlow();
  // The day that was chosen before going back decides what is offered.
  const visitDate = flow.prefill.visit?.date ?? null;
  const asked = useStepLoad(openOptions, { ...conditionsOf(flow), visitDate, ...course });
  const { data } = asked;
  const rows = data ? rowsOf(data) : [];
  // A change starts with what was chosen before, as long as the course is the same.
  const before = flow.changes?.courseCode === course.courseCode ? flow.changes.options : null;
  const start = before?.map(({ groupCode, optionCode }) => optionKey(groupCode, optionCode));
  const keys = flow.prefill.options ?? start ?? rows.filter(({ isInitial }) => isInitial).map(({ key }) => key);
  const chosen = rows.filter(({ key }) => keys.includes(key));
  const bill = data && makeBill(data, data.course, chosen);

  const change = (groupCode: string, optionCodes: readonly string[]) => {
    const others = keys.filter((key) => !key.startsWith(`${groupCode}/`));
    const options = [...others, ...optionCodes.map((code) => optionKey(groupCode, code))];
    draftSession.set({ prefill: { ...draftSession.get().prefill, options } });
  };
  const showAllDays = () => draftSession.set({ prefill: { ...draftSession.get().prefill, visit: null } });
  const next = () => {
    forgetFrom('calendar');
    draftSession.set({
      options: chosen.map(({ groupCode, optionCode, conditionCode }) => ({ groupCode, optionCode, conditionCode })),
      bill,
    });
    navigate(STEPS.calendar);
  };

  return (
    <FlowFrame
      step="option"
      title="オプション選択"
      lead={data && leadOf(data.groups)}
      bill={bill}
      next={{ label: '日程を選ぶ', onClick: next }}
      asked={asked}
      back={{ to: 'course' }}
    >
      {data && (
        <Stack as="p" gap="4" lines="0" className={styles.course} data-hide="wide">
          <Muted as="span">選択中のコース</Muted>
          <b>{data.course.name}</b>
          {data.pricesShown && <span>{writeAmount(data.course.lowest, data.course.isFrom)}</span>}
        </Stack>
      )}
      {data?.visitDate && data.hasOthers && (
        <Notice>
          <p>受診日{formatDate(data.visitDate)}に受けられるオプションを表示しています。</p>
          <Button className={styles.others} onClick={showAllDays}>
            ほかの受診日のオプションも表示する
          </Button>
        </Notice>
      )}
      {data?.groups.map((group) => (
        <OptionGroup
          key={group.groupCode}
          group={group}
          pricesShown={data.pricesShown}
          chosen={keys}
          onChange={(codes) => change(group.groupCode, codes)}
        />
      ))}
      {data?.groups.length === 0 && (
        <Empty lines={['このコースに追加できるオプションはありません。', 'そのまま次へお進みください。']} />
      )}
    </FlowFrame>
  );
});

type Group = Reply<typeof openOptions>['groups'][number];

interface OptionGroupProps {
  group: Group;
  pricesShown: boolean;
  chosen: readonly string[];
  onChange(optionCodes: readonly string[]): void;
}

/** A group of options: one of several, or as many as one likes; the whole row is the label. */
function OptionGroup({ group, pricesShown, chosen, onChange }: OptionGroupProps) {
  const { groupCode, name, description, selection, options } = group;
  const isSingle = selection === 'single';
  const codes = options
    .map(({ optionCode }) => optionCode)
    .filter((code) => chosen.includes(optionKey(groupCode, code)));
  const toggle = (code: string) =>
    onChange(isSingle ? [code] : codes.includes(code) ? codes.filter((one) => one !== code) : [...codes, code]);
  const mayBeNone = hasRowForNone(group, codes.length);
  return (
    <Stack as="fieldset" gap="3" above="2" className={styles.group}>
      <legend>
        <span className={styles.title}>{name}</span>
        <span className={styles.rule}>{isSingle ? '1つ選べます' : 'いくつでも選べます'}</span>
      </legend>
      {description && <Muted>{description}</Muted>}
      <Stack gap="2" className={styles.picks}>
        {options.map((option) => (
          <Pick
            key={option.optionCode}
            type={isSingle ? 'radio' : 'checkbox'}
            name={`group-${groupCode}`}
            checked={codes.includes(option.optionCode)}
            onChange={() => toggle(option.optionCode)}
          >
            <span>
              {option.name}
              {formatLimits(option) && <span className={styles.limit}>{formatLimits(option)}</span>}
            </span>
            {pricesShown && <span className={styles.price}>{writeAddition(option.lowest, option.isFrom)}</span>}
          </Pick>
        ))}
        {mayBeNone && (
          <Pick type="radio" name={`group-${groupCode}`} checked={codes.length === 0} onChange={() => onChange([])}>
            <span>追加しない</span>
          </Pick>
        )}
      </Stack>
    </Stack>
  );
}
