// Why a start ends, in a sentence for whoever starts the service, with an exit code that systemd can go by.

/** Somebody has to act: another start ends the same way (EX_CONFIG of sysexits.h). */
export const SOMEBODY_HAS_TO_ACT = 78;
/** It may pass by itself. */
export const MAY_PASS = 1;

export class StartRefused extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = SOMEBODY_HAS_TO_ACT, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}
