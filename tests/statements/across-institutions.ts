// The statements that read institutions' tables across all institutions, by their files, and why each may. Whoever spreads the data by
// institution has these to think about (docs/operations.md, "Beyond one primary"). What tables the hourly work goes through
// (`server/jobs.ts`, `server/records/institutions.ts`) stands in lists there.

const DIRECTORY = 'a user id alone is given: the directory says whose it is, and the account is read by both';
const EVERY_SERVER = 'the list of institutions, which every server knows as a whole';
const BY_NUMBER =
  'by the numbers of reservations, which are one sequence; the index of them has no institution, which is compared behind it';
const METRICS = 'one number of a whole server, for whoever watches it';
const OPERATOR = "a command of the provider's, over all institutions where none is named";
const WORK = 'work of the hour or the day, which looks where there is something to do';

export const ACROSS_INSTITUTIONS: Readonly<Record<string, string>> = {
  'src/account/second-step.ts': DIRECTORY,
  'src/app/demo/ensure-demo.ts': EVERY_SERVER,
  'src/app/operator/commands.ts': OPERATOR,
  'src/app/operator/keys.ts': OPERATOR,
  'src/app/operator/mail.ts': OPERATOR,
  'src/app/operator/restore.ts': OPERATOR,
  'src/app/operator/staff.ts': DIRECTORY,
  'src/backoffice/people/disclosure/server.ts': BY_NUMBER,
  'src/backoffice/accounts/set-up-code/server.ts': DIRECTORY,
  'src/booking/mail/daily-run.ts': WORK,
  'src/server/access/hidden-institutions.ts': EVERY_SERVER,
  'src/server/access/attempts-log.ts': DIRECTORY,
  'src/server/health/ports.ts': METRICS,
  'src/server/privacy/policies.ts': WORK,
  'src/server/privacy/run-retention.ts': WORK,
  'src/server/records/institutions.ts': DIRECTORY,
};
