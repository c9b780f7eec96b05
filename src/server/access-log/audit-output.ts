// Entries of the access log as lines of JSON, for a log store that the service can't change (ACCESS_LOG_STDOUT).

type WriteLine = (line: string) => void;

const MARK = { log: 'access' };
export const LINE_BEGINS = JSON.stringify(MARK).slice(0, -1);

/** The process has one standard output, so there is one of this too. */
let writeLine: WriteLine | null = null;

export function setAuditOutput(write: WriteLine | null): void {
  writeLine = write;
}

/**
 * To be called when the statement has succeeded, before the commit: nothing that was committed lacks its line. Where the commit
 * fails a line stands alone; its entry_id identifies it.
 */
export function writeAuditOutput(rows: readonly object[]): void {
  if (writeLine) for (const row of rows) writeLine(`${JSON.stringify({ ...MARK, ...row })}\n`);
}
