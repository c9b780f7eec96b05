// Options by group, as staff choose them; a group that nothing is chosen of is folded, since most people want few.
import { type ReactNode, useState } from 'react';
import { hasRowForNone } from '#domain/offer/option-groups.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Row, Text } from '#web/ui/layout.tsx';
import styles from './option-groups.module.css';

interface Option {
  optionCode: string;
  name: string;
  isInitial: boolean;
}

interface Group<O extends Option> {
  groupCode: string;
  name: string;
  selection: 'single' | 'multiple';
  options: readonly O[];
}

type Look = Pick<PickRowProps, 'end' | 'tag' | 'tagHint' | 'isDisabled' | 'turn' | 'note'>;

interface OptionGroupsProps<O extends Option> {
  groups: readonly Group<O>[];
  chosen: readonly { groupCode: string; optionCode: string }[];
  lookOf(option: O, isChosen: boolean): Look;
  /** A group that is not folded though nothing is chosen of it. */
  isOpen?(group: Group<O>): boolean;
  onChange(groupCode: string, optionCodes: readonly string[]): void;
}

export function OptionGroups<O extends Option>({ groups, chosen, isOpen, onChange, ...look }: OptionGroupsProps<O>) {
  // What was opened stays open: nothing folds under the pointer.
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const open = (groupCode: string) => setOpened((before) => new Set(before).add(groupCode));
  return groups.map((group) => {
    const codes = chosen.filter(({ groupCode }) => groupCode === group.groupCode).map(({ optionCode }) => optionCode);
    const change = (optionCodes: readonly string[]) => {
      open(group.groupCode);
      onChange(group.groupCode, optionCodes);
    };
    if (codes.length === 0 && !opened.has(group.groupCode) && !isOpen?.(group)) {
      return <Folded key={group.groupCode} group={group} onOpen={() => open(group.groupCode)} />;
    }
    return <Rows key={group.groupCode} group={group} codes={codes} onChange={change} {...look} />;
  });
}

function Folded<O extends Option>({ group, onOpen }: { group: Group<O>; onOpen(): void }) {
  return (
    <button type="button" className={styles.folded} aria-expanded={false} onClick={onOpen}>
      <Icon name="right" />
      <b>{group.name}</b>
      <span>{group.options.length}項目・選択なし</span>
    </button>
  );
}

interface RowsProps<O extends Option> extends Pick<OptionGroupsProps<O>, 'lookOf'> {
  group: Group<O>;
  codes: readonly string[];
  onChange(optionCodes: readonly string[]): void;
}

function Rows<O extends Option>({ group, codes, lookOf, onChange }: RowsProps<O>): ReactNode {
  const { groupCode, name, selection, options } = group;
  // Of a group that is of one choice by now, several may be booked: each is there to be dropped, and none to be added.
  const isSeveral = selection === 'single' && codes.length > 1;
  const isSingle = selection === 'single' && !isSeveral;
  const toggle = (code: string) =>
    onChange(isSingle ? [code] : codes.includes(code) ? codes.filter((one) => one !== code) : [...codes, code]);
  const row = { type: isSingle ? 'radio' : 'checkbox', name: `desk-group-${groupCode}`, isLow: true } as const;
  return (
    <PickRows name={name} aside={isSeveral ? '1つだけにしてください' : isSingle ? '1つ' : 'いくつでも'} above="2">
      {options.map((option) => {
        const isChosen = codes.includes(option.optionCode);
        const look = lookOf(option, isChosen);
        return (
          <PickRow
            key={option.optionCode}
            {...row}
            {...look}
            isDisabled={look.isDisabled || (isSeveral && !isChosen)}
            isChosen={isChosen}
            onChoose={() => toggle(option.optionCode)}
          >
            {option.name}
          </PickRow>
        );
      })}
      {hasRowForNone(group, codes.length) && (
        <PickRow {...row} isChosen={codes.length === 0} end="" onChoose={() => onChange([])}>
          追加しない
        </PickRow>
      )}
    </PickRows>
  );
}

interface PickRowProps {
  type: 'radio' | 'checkbox';
  name: string;
  id?: string;
  isChosen: boolean;
  isDisabled?: boolean;
  isLow?: boolean;
  tag?: string | null;
  tagHint?: string;
  note?: string;
  /** It is being added to what stands, or dropped from it. */
  turn?: 'added' | 'dropped';
  end: ReactNode;
  onChoose(): void;
  children: ReactNode;
}

export function PickRow(props: PickRowProps) {
  const { type, name, id, isChosen, isDisabled, isLow, tag, tagHint, note, turn, end, onChoose, children } = props;
  return (
    <Row
      as="label"
      wrap={false}
      gap="2"
      className={styles.row}
      data-low={isLow ? '' : undefined}
      data-turn={turn}
      title={tagHint}
    >
      <input type={type} name={name} id={id} checked={isChosen} disabled={isDisabled} onChange={onChoose} />
      <span className={styles.name}>{children}</span>
      {note && <small>{note}</small>}
      {tag && <span className={styles.tag}>{tag}</span>}
      <Text as="span" noBreak push>
        {end}
      </Text>
    </Row>
  );
}

interface PickRowsProps {
  name: string;
  aside?: string | false;
  above?: '2';
  children: ReactNode;
}

export function PickRows({ name, aside, above, children }: PickRowsProps) {
  return (
    <Text as="fieldset" above={above} className={styles.group}>
      <legend>
        <b>{name}</b>
        {aside && <span>{aside}</span>}
      </legend>
      <div className={styles.rows} data-ruled>
        {children}
      </div>
    </Text>
  );
}
