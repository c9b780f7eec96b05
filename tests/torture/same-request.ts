// One request sent thousands of times, in waves, with a kill -9 half-way: one booking, and the same answer for everybody.
import { rm } from 'node:fs/promises';
import { type Violation, violationsOf } from '#server/verify/verify.ts';
import { makeDataDir } from '#tests/kit/data-dir.ts';
import { askBeside, connectionTo, type RealService, startRealService } from '#tests/kit/real-service.ts';
import { openGround, someone } from './ground.ts';

const GUEST = '/api/Account/CommonGuestNewReserve';

interface Outcome {
  /** Every different answer that somebody got. */
  answers: string[];
  bookings: number;
  mails: number;
  violations: Violation[];
}

export async function sendSameRequest(times: number, wave = 250): Promise<Outcome> {
  const dataDir = await makeDataDir('same');
  const form = someone(1);
  const answers = new Set<string>();
  let service: RealService | null = null;
  const sendSome = async (count: number) => {
    for (let left = count; left > 0; left -= wave) {
      const { post } = service as RealService;
      const got = await Promise.all(Array.from({ length: Math.min(left, wave) }, () => post(GUEST, form)));
      for (const answer of got) answers.add(JSON.stringify(answer));
    }
  };
  try {
    service = await startRealService(dataDir);
    await openGround(connectionTo(dataDir));
    await sendSome(times / 2);
    service.signal('SIGKILL');
    await service.ended;
    service = await startRealService(dataDir);
    await sendSome(times / 2);
    const count = `select count(*)::integer as n from`;
    const [booked] = await askBeside<{ n: number }>(dataDir, `${count} reservations where mail = $1`, [form.email1]);
    const [mailed] = await askBeside<{ n: number }>(
      dataDir,
      `${count} outbox_mails where kind = 'booked' and recipient = $1`,
      [form.email1],
    );
    const violations = await violationsOf(connectionTo(dataDir));
    return { answers: [...answers], bookings: booked?.n ?? 0, mails: mailed?.n ?? 0, violations };
  } finally {
    await service?.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
