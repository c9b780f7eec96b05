// The list of faults: what each is called, how often, from which seeds, and what holds when it is over.
import type { Connection } from '#db/connection.ts';
import { torture } from './acts.ts';
import { wrongIn } from './afterwards.ts';
import { backUpUnderLoad } from './backups.ts';
import type { openBench } from './bench.ts';
import { openClerksGround, saveTogether } from './clerks.ts';
import { playWithClock } from './clocks.ts';
import { killWhileConfirming } from './confirm-kill.ts';
import { FILLINGS, fillDisk } from './disk-full.ts';
import { killWhileForgetting } from './forget-kill.ts';
import { bookWhileHeld, ROOM } from './held-lock.ts';
import { killNine } from './kill-nine.ts';
import { killWhileSending } from './mail-kill.ts';
import { TROUBLES, weather } from './mail-troubles.ts';
import { killWhileNotifying } from './notice-kill.ts';
import { type Outage, surviveOutages } from './outages.ts';
import {
  countDeadlocks,
  openRaceGround,
  raceAtDesk,
  raceForLastPlace,
  raceToAmend,
  stir,
  switchGuardOff,
} from './races.ts';
import { sendSameRequest } from './same-request.ts';
import { startBeside } from './second-process.ts';

type Say = (line: string) => void;

/** What held, in words, and what did not. */
interface Ending {
  held: string;
  wrong: string[];
}

export type Faults = readonly [
  fault: string,
  times: number | string,
  seed: string,
  attempt: (say: Say) => Promise<Ending>,
][];

export type Counts = Record<
  'seeds' | 'acts' | 'rounds' | 'kills' | 'outages' | 'mails' | 'backups' | 'requests' | 'fills',
  number
>;

type Bench = Awaited<ReturnType<typeof openBench>>;

const NO_CHOICE = 'none';
const upTo = (count: number) => `1 to ${count}`;
const asLines = (answers: readonly unknown[]) => answers.map((answer) => JSON.stringify(answer));
const complain = (isWrong: boolean, line: string) => (isWrong ? [line] : []);

/** Those that need no process of their own; the last one ruins the database. */
export function inOneDatabase(bench: Bench, connection: Connection, counts: Counts): Faults {
  const { seeds, acts, rounds, mails } = counts;
  const { db } = bench.service;
  const verified = async ({ held, wrong }: Ending): Promise<Ending> => ({
    held,
    wrong: [...wrong, ...(await wrongIn(connection))],
  });
  return [
    [
      'random acts of examinees and staff, beside a model',
      `${seeds} x ${acts}`,
      upTo(seeds),
      async (say) => {
        const wrong: string[] = [];
        for (let seed = 1; seed <= seeds; seed++) {
          await torture(bench, seed, acts).catch((error: Error) =>
            wrong.push(`${error.message}\n  replay with: npm run torture -- --seed ${seed}`),
          );
          if (seed % 50 === 0) say(`${seed} seeds`);
        }
        return verified({ held: 'every answer and every counter as the model has it', wrong });
      },
    ],
    [
      'the edges of the clock',
      1,
      NO_CHOICE,
      async () => {
        const { checks, wrong } = await playWithClock(bench);
        return verified({ held: `${checks} things that people would notice are as expected`, wrong });
      },
    ],
    [
      'one institution held up for 30 s',
      1,
      NO_CHOICE,
      async () => {
        const institutions = { held: '60000004', other: '60000005' };
        for (const code of Object.values(institutions)) await openRaceGround(bench, code, ROOM);
        const { other, held } = await bookWhileHeld(bench, connection, institutions, 30_000);
        const refused = Object.keys(other).filter((code) => code !== '0');
        const strange = Object.keys(held).filter((code) => !['0', '11'].includes(code));
        const wrong = [
          ...refused.map((code) => `another institution was told ${code}`),
          ...strange.map((code) => `the one held up was told ${code}`),
        ];
        return verified({
          held: `${other[0]} bookings of another went on; whoever was held up booked later or was told to try again`,
          wrong,
        });
      },
    ],
    [
      'clerks who save masters that lean on each other, at once',
      rounds,
      NO_CHOICE,
      async () => {
        await openClerksGround(db, '60000006');
        const token = await bench.staffTokenFor('60000006');
        const { saves, strange } = await saveTogether((path, form) => bench.post(path, form, token), rounds);
        const deadlocks = await countDeadlocks(db);
        return verified({
          held: `${saves} saves done, no deadlock`,
          wrong: [...asLines(strange), ...complain(deadlocks > 0, `${deadlocks} deadlocks`)],
        });
      },
    ],
    ...TROUBLES.map((trouble, index): Faults[number] => [
      `bookings while the mail server is in trouble (${trouble})`,
      mails,
      NO_CHOICE,
      async () => {
        const { mails: all, wrong, twice } = await weather(bench, `6100000${index}`, trouble, mails);
        return verified({ held: `${all} mails arrived, ${twice} of them twice, under one Message-ID each`, wrong });
      },
    ]),
    [
      '50 clients for the last place',
      rounds,
      NO_CHOICE,
      async () => {
        await openRaceGround(bench, '60000001', 1);
        const { booked, strange } = await raceForLastPlace(bench, '60000001', rounds);
        const wrong = booked.filter((count) => count !== 1).map((count) => `${count} booked the one place`);
        return verified({
          held: 'one got it each time, the others were told that it is full',
          wrong: [...wrong, ...asLines(strange)],
        });
      },
    ],
    [
      'two clerks and an examinee for the last place, raised or not',
      rounds,
      NO_CHOICE,
      async () => {
        await openRaceGround(bench, '60000007', 1);
        const desk = await raceAtDesk(bench, '60000007', rounds);
        const wrong = desk.filter(
          ({ booked, used, capacity, strange }) => booked !== used || used !== capacity || strange[0],
        );
        return verified({ held: 'never oversold', wrong: asLines(wrong) });
      },
    ],
    [
      'options added on the day, a booking and a change for the last place of an option',
      rounds,
      NO_CHOICE,
      async () => {
        await openRaceGround(bench, '60000008', 1);
        const races = await raceToAmend(bench, '60000008', rounds);
        const wrong = races.filter(
          ({ booked, used, capacity, strange }) => booked !== used || used !== capacity || strange[0],
        );
        return verified({ held: 'never oversold', wrong: asLines(wrong) });
      },
    ],
    [
      'frames in every order, changes across each other, bulk edits',
      rounds,
      NO_CHOICE,
      async () => {
        await openRaceGround(bench, '60000002', 4);
        const strange = await stir(bench, '60000002', rounds);
        const deadlocks = await countDeadlocks(db);
        return verified({
          held: 'nothing strange, no deadlock',
          wrong: [...asLines(strange), ...complain(deadlocks > 0, `${deadlocks} deadlocks`)],
        });
      },
    ],
    [
      'the last place without its guard (a control)',
      10,
      NO_CHOICE,
      async () => {
        await switchGuardOff(db);
        await openRaceGround(bench, '60000003', 1);
        const { booked } = await raceForLastPlace(bench, '60000003', 10);
        const found = await wrongIn(connection);
        const wrong = [
          ...complain(!booked.some((count) => count > 1), 'it does not oversell'),
          ...complain(!found.some((line) => line.startsWith('used-places')), 'verify does not see it'),
        ];
        return { held: 'it oversells, and verify says so', wrong };
      },
    ],
  ];
}

/** Those that have a service of their own, as `npm start` runs it. */
export function faultsOf({ kills, outages, mails, backups, requests, fills }: Counts): Faults {
  const violated = (violations: readonly { name: string; count: number }[]) =>
    violations.map(({ name, count }) => `verify: ${name}, ${count} times`);
  return [
    [
      'kill -9 while staff write',
      kills,
      upTo(kills),
      async (say) => {
        const { acknowledged, missing, halves, violations } = await killNine(kills, say);
        return {
          held: `${acknowledged} writes acknowledged, all there, none by half`,
          wrong: [...missing, ...halves, ...violated(violations)],
        };
      },
    ],
    [
      'kill -9 while people are forgotten',
      kills,
      upTo(kills),
      async (say) => {
        const { forgotten, erased, wrong, violations } = await killWhileForgetting(kills, say);
        return {
          held: `${forgotten} visits forgotten and ${erased} people erased, none by half`,
          wrong: [...wrong, ...violated(violations)],
        };
      },
    ],
    [
      'kill -9 while many are confirmed',
      kills,
      upTo(kills),
      async (say) => {
        const { confirmed, wrong, violations } = await killWhileConfirming(kills, say);
        return {
          held: `${confirmed} confirmed, each with its mail and history`,
          wrong: [...wrong, ...violated(violations)],
        };
      },
    ],
    [
      'kill -9 while a notice is sent, pressed twice',
      kills,
      upTo(kills),
      async (say) => {
        const { notices, mails: all, twice, wrong } = await killWhileNotifying(kills, 500, say);
        return { held: `${notices} notices, ${all} mails, ${twice} sent twice under one Message-ID`, wrong };
      },
    ],
    [
      'kill -9 while mails go out',
      mails,
      upTo(mails),
      async (say) => {
        const { mails: all, twice, wrong } = await killWhileSending(mails, say);
        return { held: `${all} mails arrived, ${twice} twice under one Message-ID`, wrong };
      },
    ],
    [
      'backups under load, each restored',
      backups,
      NO_CHOICE,
      async (say) => {
        const { bookings, wrong } = await backUpUnderLoad(backups, say);
        return { held: `${bookings} bookings of before them as they were`, wrong };
      },
    ],
    [
      'the database away for 5 s (refused, demoted, frozen)',
      outages,
      NO_CHOICE,
      (say) =>
        takeAway(
          Array.from(
            { length: outages },
            (_, round) => (['refused', 'demoted', 'frozen'] as const)[round % 3] ?? 'frozen',
          ),
          5_000,
          1_000,
          say,
        ),
    ],
    [
      'kill -9 of the database',
      kills,
      NO_CHOICE,
      // Longer than it takes to count as steady, so that the pause before a restart stays short.
      (say) =>
        takeAway(
          Array.from({ length: kills }, () => 'killed' as const),
          0,
          6_000,
          say,
        ),
    ],
    [
      'a full disk (nearly, wholly, when PostgreSQL needs a new file of its log)',
      fills,
      NO_CHOICE,
      async (say) => {
        const outcome = await fillDisk(
          Array.from({ length: fills }, (_, round) => FILLINGS[round % FILLINGS.length] ?? 'log'),
          6_000,
          say,
        );
        if (!outcome) return { held: 'left out: no tmpfs can be mounted here, that takes root', wrong: [] };
        const { bookings, missing, strange, trouble, violations } = outcome;
        const held = `told in a line, read on, went on by itself; ${bookings} bookings acknowledged, all there once`;
        return { held, wrong: [...trouble, ...missing, ...strange, ...violated(violations)] };
      },
    ],
    [
      'the same request, with a kill -9 half-way',
      requests,
      NO_CHOICE,
      async () => {
        const { answers, bookings, mails: sent, violations } = await sendSameRequest(requests);
        const isOne = answers.length === 1 && answers[0]?.includes('"errorCode":0') && bookings === 1 && sent === 1;
        const wrong = complain(
          !isOne,
          `${bookings} bookings, ${sent} mails, answers: ${answers.slice(0, 5).join(' ')}`,
        );
        return { held: 'one booking, one mail, one answer for all', wrong: [...wrong, ...violated(violations)] };
      },
    ],
    [
      'a second process on the same folder',
      kills,
      NO_CHOICE,
      async () => {
        const { bookings, wrong, violations } = await startBeside(kills);
        return {
          held: `refused in a sentence; ${bookings} bookings of the first meanwhile`,
          wrong: [...wrong, ...violated(violations)],
        };
      },
    ],
  ];
}

async function takeAway(outages: readonly Outage[], awayMs: number, pauseMs: number, say: Say): Promise<Ending> {
  const { bookings, frames, missing, strange, trouble, violations } = await surviveOutages(
    { outages, awayMs, pauseMs },
    say,
  );
  const wrong = [
    ...trouble,
    ...missing,
    ...strange,
    ...violations.map(({ name, count }) => `verify: ${name}, ${count} times`),
  ];
  return {
    held: `went on by itself; ${bookings} bookings and ${frames} frames acknowledged, all there once; every refusal a fault`,
    wrong,
  };
}
