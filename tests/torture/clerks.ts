// Clerks who save, all at once, masters that lean on each other: a course's rows, the frame and the option they name, its group.
import type { Db } from '#db/database.ts';
import { buildWayGround } from '#tests/kit/whole-way.ts';

const TODAY = '2026-11-15';

type Post = (path: string, form: Record<string, unknown>) => Promise<{ body: Record<string, unknown> }>;

/** An institution with one of each. */
export const openClerksGround = (db: Db, institutionCode: string) => buildWayGround(db, institutionCode, TODAY, 10);

const KEY = { nend: 2026, jgcd: '00000000', kscd: '0001' };
const OPTION = { opbr: '0001', opcd: '0001' };
const EDITED = { jkcds: '01', sexes: 'Z', stags: 0, recordStatuses: '12' };

function savesOf(round: number): [path: string, form: Record<string, unknown>][] {
  const edit = { ...KEY, ...EDITED, edags: 500 + (round % 400) };
  return [
    ['/api/MasterWKSWK/Update', { ...edit, hfkbs: 'Z', wakus: `000${(round % 2) + 1}` }],
    ['/api/MasterWWAKU/Update', { waku: '0001', wknm: `枠${round}`, krkb: '2', ccd1: '1' }],
    ['/api/MasterWRKOP/Update', { ...edit, opbrs: '0001', opcds: '0001', kngks: round }],
    ['/api/MasterWOPKM/Update', { ...OPTION, sort: 1, opnm: `項目${round}`, nbnm: '', waku: '0002', dffg: '0' }],
    // Writes a course first, and then rows that name the frame and the option.
    ['/api/MasterWIRKSBulk/Execute', KEY],
    ['/api/MasterWOPBR/Update', { opbr: '0001', sort: 1, brnm: `分類${round}`, nbnm: '', mem1: '', trkb: '2' }],
  ];
}

/** Each round saves all of them at once, and makes room for the next copy; returns how many saves there were, and what was answered beside success. */
export async function saveTogether(post: Post, rounds: number): Promise<{ saves: number; strange: unknown[] }> {
  const strange: unknown[] = [];
  let saves = 0;
  for (let round = 1; round <= rounds; round++) {
    const answers = await Promise.all(savesOf(round).map(([path, form]) => post(path, form)));
    answers.push(await post('/api/MasterWIRKS/Delete', { ...KEY, nend: KEY.nend + 1 }));
    saves += answers.length;
    strange.push(...answers.map(({ body }) => body).filter(({ errorCode }) => errorCode !== 0));
  }
  return { saves, strange };
}
