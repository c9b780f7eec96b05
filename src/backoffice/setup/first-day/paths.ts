// Where the guide through the first day leads.
import type { StepName } from './contract.ts';

export interface FirstDayPaths {
  home: string;
  /** The guide by itself. */
  guide: string;
  /** The own account, where a second factor is set up. */
  own: string;
  /** The sheet for the waiting room. */
  sheet: string;
  steps: Readonly<Record<StepName, string>>;
}
