// How many have come: in all, and of each time of reception.
import type { ReceptionDay, Tally } from '#backoffice/shared/contract-reception.ts';
import { Gauge } from '#web/ui/gauge.tsx';
import { Row } from '#web/ui/layout.tsx';
import { isAllHere, nameOfSlot } from './desk.ts';
import styles from './tally-bar.module.css';

export function TallyBar({ day }: { day: ReceptionDay }) {
  const sum = (name: 'booked' | 'arrived' | 'noShow') => day.tally.reduce((all, slot) => all + slot[name], 0);
  const all = { slotCode: '', startTime: '', booked: sum('booked'), arrived: sum('arrived'), noShow: sum('noShow') };
  return (
    <ul className={styles.tally} aria-label="来院の人数">
      <Counted name="全体" tally={all} isAll />
      {day.tally.map((slot) => (
        <Counted key={`${slot.startTime}/${slot.slotCode}`} name={nameOfSlot(slot)} tally={slot} />
      ))}
    </ul>
  );
}

function Counted({ name, tally, isAll = false }: { name: string; tally: Tally; isAll?: boolean }) {
  const { booked, arrived, noShow } = tally;
  return (
    <li data-all={isAll ? '' : undefined}>
      <Row align="stretch" justify="between" tone="soft">
        {name}
        {!isAll && isAllHere(tally) && <span>そろいました</span>}
      </Row>
      <div className={styles.count}>
        <b>{arrived}</b> ／ {booked} 名{noShow > 0 && <span>　未受診 {noShow}</span>}
      </div>
      <Gauge taken={arrived} capacity={Math.max(booked, 1)} level="done" />
    </li>
  );
}
