// A cluster is read by PostgreSQL of its own major version only: from one to the next leads a backup.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartRefused } from '../start-refused.ts';
import { type Home, hasCluster } from './account.ts';

/** Says which commands lead on, where the data were written by another major version. */
export function refuseOtherMajorVersion({ cluster, data, major }: Pick<Home, 'cluster' | 'data' | 'major'>): void {
  if (!hasCluster(cluster)) return;
  const written = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (written === major) return;
  throw new StartRefused(
    [
      `The data in ${data} are PostgreSQL ${written}'s, and this program brings PostgreSQL ${major}. Nothing was changed.`,
      'With the program of before:  deploy/operator.sh backup FILE',
      `Then move ${data} away, and with this program:  deploy/operator.sh restore FILE`,
    ].join('\n'),
  );
}
