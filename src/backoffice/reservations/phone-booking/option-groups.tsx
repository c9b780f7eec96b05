// The options by group; a group that nothing is chosen of is folded, since most callers want few.
import { type ReactNode, useState } from 'react';
import { hasRowForNone } from '#domain/offer/option-groups.ts';
import { Icon } from '#web/ui/icon.tsx';
import { type ChosenOption, type Group, type Offer, writePrice } from './course-offer.ts';
import styles from './option-groups.module.css';
import { PickRow, PickRows } from './pick-row.tsx';

interface OptionGroupsProps {
  offer: Offer;
  chosen: readonly ChosenOption[];
  /** The group's options that are chosen now. */
  onChange(groupCode: string, optionCodes: readonly string[]): void;
}

export function OptionGroups({ offer, chosen, onChange }: OptionGroupsProps) {
  // What was opened stays open: nothing folds under the pointer.
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const open = (groupCode: string) => setOpened((before) => new Set(before).add(groupCode));
  return offer.groups.map((group) => {
    const codes = chosen.filter(({ groupCode }) => groupCode === group.groupCode).map(({ optionCode }) => optionCode);
    const change = (optionCodes: readonly string[]) => {
      open(group.groupCode);
      onChange(group.groupCode, optionCodes);
    };
    if (codes.length === 0 && !opened.has(group.groupCode)) {
      return <Folded key={group.groupCode} group={group} onOpen={() => open(group.groupCode)} />;
    }
    return <Rows key={group.groupCode} group={group} offer={offer} codes={codes} onChange={change} />;
  });
}

function Folded({ group, onOpen }: { group: Group; onOpen(): void }) {
  return (
    <button type="button" className={styles.folded} aria-expanded={false} onClick={onOpen}>
      <Icon name="right" />
      <b>{group.name}</b>
      <span>{group.options.length}項目・選択なし</span>
    </button>
  );
}

interface RowsProps {
  group: Group;
  offer: Offer;
  codes: readonly string[];
  onChange(optionCodes: readonly string[]): void;
}

function Rows({ group, offer, codes, onChange }: RowsProps): ReactNode {
  const { groupCode, name, selection, options } = group;
  const isSingle = selection === 'single';
  const toggle = (code: string) =>
    onChange(isSingle ? [code] : codes.includes(code) ? codes.filter((one) => one !== code) : [...codes, code]);
  const row = { type: isSingle ? 'radio' : 'checkbox', name: `desk-group-${groupCode}`, isLow: true } as const;
  return (
    <fieldset className={styles.group}>
      <legend>
        <b>{name}</b>
        <span>{isSingle ? '1つ' : 'いくつでも'}</span>
      </legend>
      <PickRows>
        {options.map((option) => (
          <PickRow
            key={option.optionCode}
            {...row}
            isChosen={codes.includes(option.optionCode)}
            end={writePrice(offer, option)}
            onChoose={() => toggle(option.optionCode)}
          >
            {option.name}
          </PickRow>
        ))}
        {hasRowForNone(group, codes.length) && (
          <PickRow {...row} isChosen={codes.length === 0} end="" onChoose={() => onChange([])}>
            追加しない
          </PickRow>
        )}
      </PickRows>
    </fieldset>
  );
}
