// A group of options: one of several, or as many as one likes; the whole row is the label.

import { hasRowForNone } from '#domain/offer/option-groups.ts';
import { writeAddition } from '#examinee/parts/amounts.ts';
import { MutedText } from '#examinee/parts/texts.tsx';
import { Stack } from '#web/ui/layout.tsx';
import type { Reply } from '#wire/call.ts';
import type { openOptions } from '../contract.ts';
import { optionKey } from '../draft-session.ts';
import { formatLimits } from '../format-limits.ts';
import { Pick } from '../pick.tsx';
import styles from './option-group.module.css';

export type Group = Reply<typeof openOptions>['groups'][number];

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
  const mayBeNone = hasRowForNone(group, codes.length);
  return (
    <Stack as="fieldset" gap="3" above="2" className={styles.group}>
      <legend>
        <span className={styles.title}>{name}</span>
        <span className={styles.rule}>{isSingle ? '1つ選べます' : 'いくつでも選べます'}</span>
      </legend>
      {description && <MutedText as="p">{description}</MutedText>}
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
