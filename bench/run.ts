// All measurements, as ratios within one run: absolute times mean nothing on other machines.
import { benchGround } from './ground.ts';
import { report } from './kit.ts';

const met = report(await benchGround());
process.exitCode = met ? 0 : 1;
