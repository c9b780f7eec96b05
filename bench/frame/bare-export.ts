// The least that reads as much as a CSV file from the database and makes bytes of it: all of the table's columns and the options,
// joined by commas as they come, nothing written for people, checked, sent over HTTP or recorded.
import iconv from 'iconv-lite';
import pg from 'pg';
import { HOSPITAL } from '../booking-ground.ts';
import { FIRST_NUMBER } from './loader.ts';
import type { Act } from './row.ts';

const AT_ONCE = 500;
const EXPORT = `
  select r.*, (select string_agg(o.option_code || ' ' || o.amount, ',' order by o.position) from reservation_options o
                where o.institution_code = r.institution_code and o.reservation_number = r.reservation_number)
    from reservations r where r.institution_code = $1 and r.reservation_number = any($2::integer[])`;

/** Each call is a row. */
export const exportBare =
  (connection: pg.ClientConfig): Act =>
  async (calls) => {
    const client = new pg.Client({ ...connection, types: { getTypeParser: () => String } });
    await client.connect();
    const began = performance.now();
    for (let from = 0; from < calls; from += AT_ONCE) {
      const length = Math.min(AT_ONCE, calls - from);
      const numbers = Array.from({ length }, (_, index) => FIRST_NUMBER + from + index);
      const values = [HOSPITAL, numbers];
      const { rows } = await client.query<unknown[]>({ name: 'export', rowMode: 'array', text: EXPORT, values });
      iconv.encode(`${rows.map((row) => row.join(',')).join('\r\n')}\r\n`, 'cp932');
    }
    const seconds = (performance.now() - began) / 1000;
    await client.end();
    return { seconds, service: 0, database: 0 };
  };
