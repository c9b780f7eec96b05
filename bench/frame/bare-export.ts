// The least that reads what stands in a CSV file and makes bytes of it: the same texts by the bare driver, joined as they come and
// encoded; nothing written for people, checked, sent over HTTP or recorded.
import iconv from 'iconv-lite';
import pg from 'pg';
import { HOSPITAL } from '../booking-ground.ts';
import { FIRST_NUMBER } from './loader.ts';
import type { Act } from './row.ts';

const AT_ONCE = 500;

/** Each call is a row; `select` is what the service selects of each reservation r. */
export const exportBare =
  (connection: pg.ClientConfig, select: string): Act =>
  async (calls) => {
    const client = new pg.Client({ ...connection, types: { getTypeParser: () => String } });
    const text = `select ${select} from reservations r where r.institution_code = $1 and r.reservation_number = any($2::integer[])`;
    await client.connect();
    const began = performance.now();
    for (let from = 0; from < calls; from += AT_ONCE) {
      const length = Math.min(AT_ONCE, calls - from);
      const numbers = Array.from({ length }, (_, index) => FIRST_NUMBER + from + index);
      const { rows } = await client.query<[string]>({
        name: 'export',
        rowMode: 'array',
        text,
        values: [HOSPITAL, numbers],
      });
      iconv.encode(`${rows.join('\r\n')}\r\n`, 'cp932');
    }
    const seconds = (performance.now() - began) / 1000;
    await client.end();
    return { seconds, service: 0, database: 0 };
  };
