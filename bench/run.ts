// All measurements, as ratios within one run: absolute times mean nothing on other machines.
// `npm run bench -- ground` measures a part; `-- booking 10000`, `-- rush 200 10`, `-- mail 200 10000`, `-- timing 5000`,
// `-- extraction 10000 100000`, `-- csv 20000`, `-- find 10000 100000`, `-- forget 300000` and `-- access-log 10000 10` measure one with other numbers;
// `-- reception 300 400` and `-- notice 500` too; `-- beside PATH` measures another checkout too.
// `-- reception 300 400` and `-- backup 1000000` too; `-- beside PATH` measures another checkout too.
import { benchAccessLog } from './access-log.ts';
import { benchBackup } from './backup.ts';
import { benchBeside } from './beside.ts';
import { benchBooking } from './booking.ts';
import { benchCsv } from './csv.ts';
import { benchExtraction } from './extraction.ts';
import { benchFind } from './find.ts';
import { benchForget } from './forget.ts';
import { benchGround } from './ground.ts';
import { report } from './kit.ts';
import { benchMail } from './mail.ts';
import { benchMyPage } from './my-page.ts';
import { benchNotice } from './notice.ts';
import { benchPages } from './pages.ts';
import { benchReception } from './reception.ts';
import { benchRush } from './rush.ts';
import { benchStatus } from './status.ts';
import { benchTiming } from './timing.ts';

const [part, ...rest] = process.argv.slice(2);
const numbers = rest.map(Number);
if (part === 'beside') await benchBeside(rest[0] ?? '', numbers[1]);
const parts: Record<string, () => Promise<boolean>> = {
  ground: async () => report(await benchGround()),
  booking: async () => report(await benchBooking(numbers.length > 0 ? numbers : undefined)),
  rush: () => benchRush(...numbers),
  'my-page': async () => report(await benchMyPage(numbers.length > 0 ? numbers : undefined)),
  mail: () => benchMail(...numbers),
  notice: () => benchNotice(...numbers),
  status: async () => report(await benchStatus(numbers.length > 0 ? numbers : undefined)),
  timing: () => benchTiming(...numbers),
  extraction: () => benchExtraction(...numbers),
  csv: () => benchCsv(...numbers),
  find: () => benchFind(...numbers),
  pages: () => benchPages(...numbers),
  reception: async () => report(await benchReception(...numbers)),
  forget: () => benchForget(...numbers),
  backup: () => benchBackup(...numbers),
  'access-log': async () => report(await benchAccessLog(...numbers)),
};
let met = true;
for (const [name, measure] of Object.entries(parts)) {
  if (part === undefined || part === name) met = (await measure()) && met;
}
process.exitCode = met ? 0 : 1;
