// The three roles as cards, and below them what the chosen one may do.

import { ROLE_NAMES, ROLES, type Role } from '#domain/staff/roles.ts';
import { EMPTY_MARK } from '#web/ui/empty-mark.ts';
import { OtherValue } from '#web/ui/field-frame.tsx';
import type { Bound } from '#web/ui/form.ts';
import { Grid, Muted } from '#web/ui/layout.tsx';
import { TableFrame } from '#web/ui/table-frame.tsx';
import styles from './role-choice.module.css';

const LINES: Readonly<Record<Role, string>> = {
  manager: 'すべての操作',
  reception: '予約・受付・CSV・通知メール',
  viewer: '閲覧のみ（CSV出力なし）',
};

/** How many of the roles may do it, the one who may most first. */
const ABILITIES: readonly [string, number][] = [
  ['予約の照会・抽出・閲覧', 3],
  ['予約の変更・受付・通知メール', 2],
  ['CSV出力・CSVパターン', 2],
  ['マスタ管理', 1],
  ['職員・操作履歴・個人情報', 1],
];

export function RoleChoice({ field, isOwn = false }: { field: Bound<Role | ''>; isOwn?: boolean }) {
  const mark = (role: Role) => (field.value === role ? '' : undefined);
  return (
    <>
      <Grid columns="3" gap="2" className={styles.cards} role="radiogroup" aria-label={field.label}>
        {ROLES.map((role, index) => (
          <label key={role}>
            <input
              type="radio"
              id={index === 0 ? field.id : undefined}
              name={field.id}
              checked={field.value === role}
              disabled={isOwn}
              onChange={() => field.onChange(role)}
              onBlur={field.onBlur}
            />
            <b>{ROLE_NAMES[role]}</b>
            <span>{LINES[role]}</span>
          </label>
        ))}
      </Grid>
      {isOwn && <Muted>ご自身の権限は変更できません。ほかの管理者に依頼してください。</Muted>}
      <OtherValue field={field} write={(role) => (role === '' ? '' : ROLE_NAMES[role])} />
      <TableFrame caption="権限ごとにできること" className={styles.abilities}>
        <thead>
          <tr>
            <th scope="col">できること</th>
            {ROLES.map((role) => (
              <th key={role} scope="col" data-chosen={mark(role)}>
                {ROLE_NAMES[role]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ABILITIES.map(([ability, count]) => (
            <tr key={ability}>
              <th scope="row">{ability}</th>
              {ROLES.map((role, index) => (
                <td key={role} data-chosen={mark(role)}>
                  {index < count ? '○' : EMPTY_MARK}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </TableFrame>
    </>
  );
}
