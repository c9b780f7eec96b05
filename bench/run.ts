// All measurements, as ratios within one run: absolute times mean nothing on other machines.
// `npm run bench -- ground` or `-- booking 10000` measures a part.
import { benchBooking } from './booking.ts';
import { benchGround } from './ground.ts';
import { report } from './kit.ts';

const [part, ...sizes] = process.argv.slice(2);
let met = true;
if (part !== 'booking') met = report(await benchGround()) && met;
if (part !== 'ground') met = report(await benchBooking(sizes.length > 0 ? sizes.map(Number) : undefined)) && met;
process.exitCode = met ? 0 : 1;
