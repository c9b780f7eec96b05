// The long faults, each for a moment: rounds of kill -9, outages, a full disk, a standby. `npm run torture -- short` runs them.
import { defineConfig } from 'vitest/config';
import { LONG, PATIENCE, SHARED } from './vitest.config.ts';

export default defineConfig({ test: { ...SHARED, include: LONG, ...PATIENCE } });
