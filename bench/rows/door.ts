// The HTTP server: what a call costs that does nothing, what a master list costs over its bare statements, who asks among them, and a log-in over its hash.
import { verify } from '@node-rs/argon2';
import { hashPassword } from '#server/access/passwords.ts';
import { hashToken, SESSIONS } from '#server/access/tokens.ts';
import { HOSPITAL } from '../booking-ground.ts';
import { isFound } from '../frame/load.ts';
import type { Act, Row } from '../frame/row.ts';
import { atDesk, CLERK, repeating, type Worlds } from '../frame/world.ts';

const LIST = `select "institution_code", "frame_code", "name", "managed_by", "counted_as" from "frames"
  where "institution_code" = $1 order by "frame_code"`;
/** As many hashes run at once in the service. */
const HASHES = 2;

/** The slow hash and nothing else. */
async function hashing(): Promise<Act> {
  const stored = await hashPassword(CLERK.password);
  return async (calls) => {
    let left = calls;
    const work = async () => {
      while (left-- > 0) await verify(stored, CLERK.password);
    };
    const began = performance.now();
    await Promise.all(Array.from({ length: HASHES }, work));
    return { seconds: (performance.now() - began) / 1000, service: 0, database: 0 };
  };
}

export async function doorRows({ many, hello }: Worlds): Promise<Row[]> {
  const form = { grant_type: 'password', username: CLERK.userId, password: CLERK.password };
  return [
    {
      name: 'alive',
      calls: 5000,
      act: repeating(many, { path: '/api/AdminLogin/GetAliveServer', method: 'GET', check: isFound }),
      references: [{ name: 'a bare node:http hello', act: hello, least: 0.6 }],
    },
    {
      name: 'authenticated list of frames',
      calls: 2000,
      act: atDesk(many, '/api/MasterWWAKU/List', { ircd: HOSPITAL }, 16),
      references: [
        {
          name: 'its bare statements',
          act: many.bare.act({
            steps: [
              { statement: SESSIONS, values: [[`\\x${hashToken(many.token)}`]] },
              { statement: LIST, values: [HOSPITAL] },
            ],
          }),
          least: 0.4,
        },
      ],
    },
    {
      name: 'log-in of a clerk',
      calls: 30,
      act: repeating(many, { path: '/Token', form, connections: HASHES, check: isFound }),
      references: [{ name: 'the bare argon2 hash', act: await hashing(), least: 0.7 }],
    },
  ];
}
