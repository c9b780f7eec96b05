// The provider's command: a process carries out one.
import { runCommand } from './run-command.ts';

process.exitCode = await runCommand(process.argv.slice(2));
