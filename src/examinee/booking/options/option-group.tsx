// A group of options: one of several, or as many as one likes; the whole row is the label.
import type { Reply } from '#wire/call.ts';
import { writeAddition } from '../bill.ts';
import type { openOptions } from '../contract.ts';

export type Group = Reply<typeof openOptions>['groups'][number];

export const optionKey = (groupCode: string, optionCode: string) => `${groupCode}/${optionCode}`;

interface OptionGroupProps {
  group: Group;
  pricesShown: boolean;
  chosen: readonly string[];
  /** The group's options that are chosen now. */
  onChange(optionCodes: readonly string[]): void;
}

export function OptionGroup({ group, pricesShown, chosen, onChange }: OptionGroupProps) {
  const { groupCode, name, description, selection, options } = group;
  const isSingle = selection === 'single';
  const codes = options
    .map(({ optionCode }) => optionCode)
    .filter((code) => chosen.includes(optionKey(groupCode, code)));
  const toggle = (code: string) =>
    onChange(isSingle ? [code] : codes.includes(code) ? codes.filter((one) => one !== code) : [...codes, code]);
  // A radio can't be taken back, so where nothing is chosen at first there is a row for that.
  const mayBeNone = isSingle && !options.some(({ isInitial }) => isInitial);
  return (
    <fieldset className="option-group">
      <legend>
        <span className="option-title">{name}</span>
        <span className="option-rule">{isSingle ? '1つ選べます' : 'いくつでも選べます'}</span>
      </legend>
      {description && <p className="soft option-note">{description}</p>}
      <div className="picks">
        {options.map((option) => (
          <label className="pick" key={option.optionCode}>
            <input
              type={isSingle ? 'radio' : 'checkbox'}
              name={`group-${groupCode}`}
              checked={codes.includes(option.optionCode)}
              onChange={() => toggle(option.optionCode)}
            />
            <span>{option.name}</span>
            {pricesShown && <span className="pick-price">{writeAddition(option.amount)}</span>}
          </label>
        ))}
        {mayBeNone && (
          <label className="pick">
            <input
              type="radio"
              name={`group-${groupCode}`}
              checked={codes.length === 0}
              onChange={() => onChange([])}
            />
            <span>追加しない</span>
          </label>
        )}
      </div>
    </fieldset>
  );
}
