// The ground: what the door costs, and what a master list costs over its bare query.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { connectRunning } from '#db/embedded/embedded.ts';
import { hammer, type Rate, type Ratio, ROOT, startHello, startService } from './kit.ts';

const LIST = `select "institution_code", "frame_code", "name", "managed_by", "counted_as" from "frames"
  where "institution_code" = $1 order by "frame_code"`;

async function bareQuery(host: string): Promise<Rate> {
  const task = { host, statement: LIST, values: ['10000001'], connections: 16, seconds: 5 };
  const { stdout } = await promisify(execFile)(process.execPath, [`${ROOT}bench/driver-loop.ts`, JSON.stringify(task)]);
  return JSON.parse(stdout);
}

export async function benchGround(): Promise<Ratio[]> {
  const hello = await startHello(18_081);
  const service = await startService(18_080);
  try {
    const bare = await hammer(hello.pid, { url: hello.base });
    const alive = await hammer(service.pid, { url: `${service.base}/api/AdminLogin/GetAliveServer` });
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const login = new URLSearchParams({ grant_type: 'password', username: 'demo0001', password: 'Biyori#2026' });
    const signed = await fetch(`${service.base}/Token`, { method: 'POST', body: login });
    const { access_token } = (await signed.json()) as { access_token: string };
    const list = await hammer(service.pid, {
      url: `${service.base}/api/MasterWWAKU/List`,
      method: 'POST',
      headers: { ...form, authorization: `Bearer ${access_token}` },
      body: 'ircd=10000001',
    });
    const query = await bareQuery(connectRunning(service.dataDir)?.host ?? '');
    return [
      { name: 'alive call of a bare node:http hello', of: alive, to: bare, wanted: 0.6 },
      { name: 'authenticated frame list of its bare query', of: list, to: query, wanted: 0.4 },
    ];
  } finally {
    await service.stop();
    await hello.stop();
  }
}
