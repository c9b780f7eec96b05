// What raising a full slot means, frame by frame.
import { Muted } from '#web/ui/layout.tsx';
import type { RaiseRow } from './raise.ts';
import styles from './raise-list.module.css';

export function RaiseList({ rows, summary }: { rows: readonly RaiseRow[]; summary: string }) {
  return (
    <>
      <table className={styles.frames}>
        <caption className="visually-hidden">必要な枠</caption>
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
      </table>
      <p>{summary}</p>
      <Muted>増やした枠は、この予約が取り消されても元に戻りません。予約枠数マスタで変更できます。</Muted>
    </>
  );
}
