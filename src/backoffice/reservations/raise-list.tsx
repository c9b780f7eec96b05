// What raising a full slot means, frame by frame.
import { Muted } from '#web/ui/layout.tsx';
import { TableFrame } from '#web/ui/table-frame.tsx';
import type { RaiseRow } from './raise.ts';
import styles from './raise-list.module.css';

export function RaiseList({ rows, summary }: { rows: readonly RaiseRow[]; summary: string }) {
  return (
    <>
      <TableFrame caption="必要な枠" className={styles.frames}>
        <tbody>
          {rows.map(({ name, when, raised, left }) => (
            <tr key={`${name}${when}`}>
              <th scope="row">{name}</th>
              <td>{when}</td>
              {raised ? (
                <td>
                  枠数 {raised.from} → <b>{raised.to}</b>
                </td>
              ) : (
                <td>
                  <Muted as="span">残り {left}（増やしません）</Muted>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </TableFrame>
      <p>{summary}</p>
      <Muted>増やした枠は、この予約が取り消されても元に戻りません。予約枠数マスタで変更できます。</Muted>
    </>
  );
}
