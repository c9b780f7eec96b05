// What is sent to people before their visits: the list of as many as are listed at once, and the count of them on the home page.
import { CHIPS, DUE, ROWS } from '#backoffice/day/sendings/server-list.ts';
import { openSendings } from '#backoffice/shared/contract-sendings.ts';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { addDays } from '#domain/calendar/plain-date.ts';
import { HOSPITAL } from '../booking-ground.ts';
import type { Row } from '../frame/row.ts';
import { addSendings, SENDING_DAYS, whileSending } from '../frame/specimens.ts';
import { atDesk, growing, type World, type Worlds } from '../frame/world.ts';

const TO_SEND = 1000;

export async function sendingRows(worlds: Worlds): Promise<Row[]> {
  const { many } = worlds;
  const due = new Map<World, number[]>();
  for (const world of [many, worlds.few]) due.set(world, await addSendings(world, TO_SEND));
  const sending = (path: string, form = {}) =>
    growing(worlds, (world) => whileSending(world, atDesk(world, path, form)));
  const bare = (...steps: { statement: string; values: readonly unknown[] }[]) => ({
    name: 'its bare statements',
    act: whileSending(many, many.bare.act({ steps })),
    least: 0.4,
  });
  const list = await sending(openSendings.path, { sendDate: formatOfficeDate(many.today) });
  const tile = await sending('/api/AdminReserveStatusCheck/AdminReserveStatusCheckFirstDisplay');
  return [
    {
      name: `list of ${TO_SEND} sendings`,
      calls: 20,
      act: list.act,
      references: [
        bare(
          { statement: DUE, values: [HOSPITAL, many.today, addDays(many.today, SENDING_DAYS)] },
          { statement: CHIPS, values: [HOSPITAL, many.today] },
          { statement: ROWS, values: [HOSPITAL, due.get(many)] },
        ),
        list.ofFew,
      ],
    },
    {
      name: `status page with ${TO_SEND} sendings due`,
      calls: 60,
      act: tile.act,
      references: [tile.ofFew],
    },
  ];
}
