// Only the measurements of bookings; sizes as arguments.
import { benchBooking } from './booking.ts';
import { report } from './kit.ts';

const sizes = process.argv.slice(2).map(Number).filter(Boolean);
process.exitCode = report(await benchBooking(sizes.length > 0 ? sizes : undefined)) ? 0 : 1;
