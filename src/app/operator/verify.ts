// The provider's command that looks whether the data are as they must be; it changes nothing.
import { checkSchema } from '#db/migrate.ts';
import { reportOn, violationsOf } from '#server/verify/verify.ts';
import { type OnConnection, Refused, readOptions } from './options.ts';

export const verifyCommand: OnConnection = async (args) => {
  readOptions(args, {});
  return async ({ connection }) => {
    await checkSchema(connection);
    const violations = await violationsOf(connection);
    const report = reportOn(violations);
    if (violations.length > 0) throw new Refused(`${report}\n\nThe data are not as they must be.`);
    return `${report}\n\nThe data are as they must be.`;
  };
};
