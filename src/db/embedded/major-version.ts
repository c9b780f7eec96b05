// A cluster is read by PostgreSQL of its own major version only: from one to the next leads a backup.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartRefused } from '#db/start-refused.ts';
import { hasCluster } from './account.ts';
import type { Home } from './programs.ts';

/** Says which commands lead on, where the data were written by another major version. */
export function refuseOtherMajorVersion({ cluster, data, major }: Pick<Home, 'cluster' | 'data' | 'major'>): void {
  if (!hasCluster(cluster)) return;
  const written = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (written === major) return;
  throw new StartRefused(
    [
      `The data in ${data} are PostgreSQL ${written}'s, and what is to work on them is PostgreSQL ${major}. Nothing was changed.`,
      `With PostgreSQL ${written} (the program of before, or POSTGRES_BIN as it was before):  deploy/operator.sh backup FILE`,
      `Then move ${data} away, and as it is set now:  deploy/operator.sh restore FILE`,
    ].join('\n'),
  );
}
