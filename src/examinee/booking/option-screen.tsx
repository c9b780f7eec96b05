// Option selection, with the running total.
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { examineeSession } from '#web/session.ts';
import { Loading } from '#web/ui/notice.tsx';
import type { Reply } from '#wire/call.ts';
import { makeBill, writeAmount } from './bill.ts';
import { openOptions } from './contract.ts';
import { type BookingPaths, conditionsOf, forgetFrom } from './flow.ts';
import { atStep, FlowFrame } from './flow-frame.tsx';
import { OptionGroup, optionKey } from './option-group.tsx';
import { RefusalPanel } from './refusal-panel.tsx';
import { useStepLoad } from './use-step-load.ts';

type Offer = Reply<typeof openOptions>;

const TITLE = 'オプション選択';
const LEAD = '追加したい検査をお選びください。選ばずに次へ進むこともできます。';

export const OptionScreen = atStep('option', ({ paths }) => {
  const navigate = useNavigate();
  const session = examineeSession.use();
  const [course] = useState(session.course!);
  const { data, refusal } = useStepLoad(openOptions, { ...conditionsOf(session), visitDate: null, ...course });
  const back = {
    onClick: () => {
      forgetFrom('course');
      navigate(paths.course);
    },
  };
  if (data) return <Options offer={data} paths={paths} back={back} />;
  return (
    <FlowFrame step="option" title={TITLE} lead={LEAD} back={back}>
      {refusal ? <RefusalPanel refusal={refusal} paths={paths} at="option" /> : <Loading />}
    </FlowFrame>
  );
});

interface OptionsProps {
  offer: Offer;
  paths: BookingPaths;
  back: { onClick(): void };
}

function Options({ offer, paths, back }: OptionsProps) {
  const navigate = useNavigate();
  const { draft } = examineeSession.use();
  const rows = offer.groups.flatMap((group) =>
    group.options.map((option) => ({
      ...option,
      groupCode: group.groupCode,
      key: optionKey(group.groupCode, option.optionCode),
    })),
  );
  const keys = draft.options ?? rows.filter(({ isInitial }) => isInitial).map(({ key }) => key);
  const chosenKeys = new Set(keys);
  const chosen = rows.filter(({ key }) => chosenKeys.has(key));
  const bill = makeBill(offer, offer.course, chosen);

  const change = (groupCode: string, optionCodes: readonly string[]) => {
    const others = keys.filter((key) => !key.startsWith(`${groupCode}/`));
    const options = [...others, ...optionCodes.map((code) => optionKey(groupCode, code))];
    examineeSession.set({ draft: { ...examineeSession.get().draft, options } });
  };
  const next = () => {
    forgetFrom('calendar');
    examineeSession.set({
      options: chosen.map(({ groupCode, optionCode, conditionCode }) => ({ groupCode, optionCode, conditionCode })),
      bill,
    });
    navigate(paths.calendar);
  };

  return (
    <FlowFrame
      step="option"
      title={TITLE}
      lead={offer.groups.length > 0 ? LEAD : undefined}
      bill={bill}
      next={{ label: '日程を選ぶ', onClick: next }}
      back={back}
    >
      <p className="chosen-course">
        <span className="soft">選択中のコース</span>
        <span className="strong">{offer.course.name}</span>
        {offer.pricesShown && <span>{writeAmount(offer.course.amount, offer.course.isFrom)}</span>}
      </p>
      {offer.groups.map((group) => (
        <OptionGroup
          key={group.groupCode}
          group={group}
          pricesShown={offer.pricesShown}
          chosen={chosenKeys}
          onChange={(codes) => change(group.groupCode, codes)}
        />
      ))}
      {offer.groups.length === 0 && (
        <div className="empty">
          <p>このコースに追加できるオプションはありません。</p>
          <p>そのまま次へお進みください。</p>
        </div>
      )}
    </FlowFrame>
  );
}
