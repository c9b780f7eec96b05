// npm run torture: random institutions against the model, and the great races. `--seed n` replays one seed.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startEmbedded } from '#db/embedded/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { reportOn, type Violation, violationsOf } from '#server/verify/verify.ts';
import { torture } from './acts.ts';
import { backUpUnderLoad } from './backups.ts';
import { openBench } from './bench.ts';
import { openClerksGround, saveTogether } from './clerks.ts';
import { killWhileConfirming } from './confirm-kill.ts';
import { killWhileForgetting } from './forget-kill.ts';
import { bookWhileHeld } from './held-lock.ts';
import { killNine } from './kill-nine.ts';
import { killWhileSending } from './mail-kill.ts';
import { TROUBLES, weather } from './mail-troubles.ts';
import { killWhileNotifying } from './notice-kill.ts';
import { type OutagePlan, surviveOutages } from './outages.ts';
import { countDeadlocks, openRaceGround, raceAtDesk, raceForLastPlace, stir, switchGuardOff } from './races.ts';

const option = (name: string, fallback: number) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};
const seed = option('seed', 0);
const seeds = option('seeds', 500);
const acts = option('acts', 200);
const rounds = option('rounds', 200);
const kills = option('kills', 10);
const outages = option('outages', 20);
const mails = option('mails', 50);
const backups = option('backups', 10);

const folder = await mkdtemp(path.join(os.tmpdir(), 'biyori-torture-'));
const database = await startEmbedded(folder, { durable: false });
const bench = await openBench(database.connection);
let failures = 0;
const say = (line: string) => console.log(line);
const check = (what: string, isRight: boolean) => {
  say(`${isRight ? 'ok  ' : 'FAIL'} ${what}`);
  if (!isRight) failures++;
};
const checkData = (when: string, violations: Violation[]) => {
  if (violations.length > 0) say(reportOn(violations));
  check(`the data are as they must be ${when}`, violations.length === 0);
};

try {
  await migrate(database.connection);
  const wanted = seed > 0 ? [seed] : Array.from({ length: seeds }, (_, index) => index + 1);
  for (const one of wanted) {
    try {
      await torture(bench, one, acts);
    } catch (error) {
      failures++;
      say(`FAIL ${(error as Error).message}\n     replay with: npm run torture -- --seed ${one}`);
    }
    if (one % 50 === 0) say(`     ${one} seeds`);
  }
  check(`${wanted.length} seeds of ${acts} acts agree with the model`, failures === 0);
  checkData('after them', await violationsOf(database.connection));
  if (seed === 0) {
    // Before the races, which end by ruining the database.
    await holdUp();
    await saveMasters();
    await sendMails();
    await race();
    const { acknowledged, missing, halves, violations } = await killNine(kills, (line) => say(`     ${line}`));
    check(`${acknowledged} writes acknowledged around ${kills} times kill -9, all there`, missing.length === 0);
    check('no account of the staff is there by half', halves.length === 0);
    checkData('after kill -9', violations);
    const forgetting = await killWhileForgetting(kills, (line) => say(`     ${line}`));
    const { forgotten, erased, wrong } = forgetting;
    for (const line of wrong.slice(0, 20)) say(`     ${line}`);
    check(
      `${forgotten} visits forgotten and ${erased} people erased around ${kills} times kill -9`,
      wrong.length === 0,
    );
    checkData('after the forgetting', forgetting.violations);
    const bulk = await killWhileConfirming(kills, (line) => say(`     ${line}`));
    for (const line of bulk.wrong.slice(0, 20)) say(`     ${line}`);
    check(`${bulk.confirmed} confirmed around ${kills} times kill -9, none by half`, bulk.wrong.length === 0);
    checkData('after the confirming', bulk.violations);
    const told = await killWhileNotifying(kills, (line) => say(`     ${line}`));
    for (const line of told.wrong.slice(0, 20)) say(`     ${line}`);
    check(
      `${told.notices} notices pressed twice around ${kills} times kill -9: ${told.mails} mails, ${told.twice} sent twice`,
      told.wrong.length === 0,
    );
    const saved = await backUpUnderLoad(backups, (line) => say(`     ${line}`));
    for (const line of saved.wrong.slice(0, 20)) say(`     ${line}`);
    check(
      `${backups} backups under load, each restored and verified: ${saved.bookings} bookings of before them are as they were`,
      saved.wrong.length === 0,
    );
    await takeDatabaseAway(`${outages} times away for 5 s`, {
      outages: Array.from(
        { length: outages },
        (_, round) => (['refused', 'demoted', 'frozen'] as const)[round % 3] ?? 'frozen',
      ),
      awayMs: 5_000,
      pauseMs: 1_000,
    });
    // Longer than it takes to count as steady, so that the pause before a restart stays short.
    await takeDatabaseAway(`${kills} times killed`, {
      outages: Array.from({ length: kills }, () => 'killed' as const),
      awayMs: 0,
      pauseMs: 6_000,
    });
  }
} finally {
  await bench.close();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = failures > 0 ? 1 : 0;

async function holdUp(): Promise<void> {
  const institutions = { held: '60000004', other: '60000005' };
  for (const code of Object.values(institutions)) await openRaceGround(bench, code, 900);
  const { other, held } = await bookWhileHeld(bench, database.connection, institutions, 30_000);
  const refused = Object.entries(other).filter(([code]) => code !== '0');
  check(`while one institution is held up for 30 s, ${other[0]} bookings of another`, refused.length === 0);
  check(
    'whoever was held up has booked or was told to try again',
    Object.keys(held).every((code) => ['0', '11'].includes(code)),
  );
}

async function saveMasters(): Promise<void> {
  const institutionCode = '60000006';
  const { db } = bench.service;
  await openClerksGround(db, institutionCode);
  const token = await bench.staffTokenFor(institutionCode);
  const { saves, strange } = await saveTogether((path, form) => bench.post(path, form, token), rounds);
  check(`${saves} saves of masters that lean on each other, ${rounds} rounds: all done`, strange.length === 0);
  check('no deadlock among them', (await countDeadlocks(db)) === 0);
}

async function sendMails(): Promise<void> {
  for (const [index, trouble] of TROUBLES.entries()) {
    const { mails: all, wrong, twice } = await weather(bench, `6100000${index}`, trouble, mails);
    for (const line of wrong.slice(0, 20)) say(`     ${line}`);
    check(`${mails} bookings while the mail server was ${trouble}: ${all} mails, ${twice} twice`, wrong.length === 0);
  }
  const killed = await killWhileSending(mails, (line) => say(`     ${line}`));
  for (const line of killed.wrong.slice(0, 20)) say(`     ${line}`);
  check(
    `${mails} times kill -9 while sending: ${killed.mails} mails, ${killed.twice} twice`,
    killed.wrong.length === 0,
  );
}

async function race(): Promise<void> {
  await openRaceGround(bench, '60000001', 1);
  const last = await raceForLastPlace(bench, '60000001', rounds);
  const right = last.booked.filter((count) => count === 1).length;
  check(`50 clients for the last place: one booked in ${right} of ${rounds} rounds`, right === rounds);
  check(`every other one was told that it is full`, last.strange.length === 0);

  await openRaceGround(bench, '60000007', 1);
  const desk = await raceAtDesk(bench, '60000007', rounds);
  const isRight = desk.every(
    ({ booked, used, capacity, strange: odd }) => booked === used && used === capacity && !odd[0],
  );
  check(`two clerks and an examinee for the last place, raised or not: never oversold in ${rounds} rounds`, isRight);

  await openRaceGround(bench, '60000002', 4);
  const strange = await stir(bench, '60000002', rounds);
  check('frames in every order, changes across each other, bulk edits: nothing strange', strange.length === 0);
  check('no deadlock', (await countDeadlocks(bench.service.db)) === 0);
  checkData('after the races', await violationsOf(database.connection));

  await switchGuardOff(bench.service.db);
  await openRaceGround(bench, '60000003', 1);
  const unguarded = await raceForLastPlace(bench, '60000003', 10);
  check(
    `without the guard it oversells: ${unguarded.booked.join(' ')}`,
    unguarded.booked.some((count) => count > 1),
  );
}

async function takeDatabaseAway(how: string, plan: OutagePlan): Promise<void> {
  const { bookings, frames, ...wrong } = await surviveOutages(plan, (line) => say(`     ${line}`));
  for (const line of [...wrong.trouble, ...wrong.missing, ...wrong.strange].slice(0, 20)) say(`     ${line}`);
  check(`the database ${how}: the service went on each time by itself`, wrong.trouble.length === 0);
  check(`${bookings} bookings and ${frames} frames acknowledged meanwhile, all there once`, wrong.missing.length === 0);
  check('every refusal was a fault', wrong.strange.length === 0);
  checkData('after the outages', wrong.violations);
}
