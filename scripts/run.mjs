// Runs a TypeScript entry point, or says in one line that this system or this Node cannot: the pinned Node of package.json does.
// As a whole: an older Node has nothing of the name that is wanted of it.
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const [major] = process.versions.node.split('.');
const entry = process.argv[2];
const strange = strangeSystem();
if (strange) {
  console.error(
    `kenshin-biyori runs on Linux with glibc (Debian, Ubuntu, RHEL; x64 or arm64) and, to try it out, on macOS. This is ${strange}: take WSL 2, a virtual machine or a container with Debian.`,
  );
  process.exit(1);
}
// npm leaves out what builds the pages where the Node that it runs on itself is older than that wants.
const [, ofNpm] = /node\/v(\d+\.\d+)/.exec(process.env.npm_config_user_agent ?? '') ?? [];
if (Number(ofNpm) < 20) {
  console.error(
    `npm runs on Node ${ofNpm} here and has left out packages that want a newer one: install Node 20.19 or later, then run "npm ci" again (docs/operations.md says how on Debian).`,
  );
  process.exit(1);
}
if (Number(major) < 24) {
  console.error(
    `kenshin-biyori needs Node 24 or later and found ${process.versions.node}. "npm ci" brings the right one along on Linux (x64, arm64); elsewhere install Node 24.`,
  );
  process.exit(1);
}
// Sources without their types, and what the compiler made of them: a start takes half the time with it. Processes that this one starts
// have it too. Where nothing can be written there, all goes on without.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url));
module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
process.argv.splice(1, 2, entry);
await import(new URL(`../${entry}`, import.meta.url).href);

/** Windows is told by "npm ci" already (os and cpu of package.json); musl is not, and has to bring a Node of its own to come here. */
function strangeSystem() {
  const { platform, arch, execPath, report } = process;
  if (platform === 'win32') return 'Windows';
  if (!['linux', 'darwin'].includes(platform) || !['x64', 'arm64'].includes(arch)) return `${platform} on ${arch}`;
  // The pinned Node is glibc's; to ask another one takes a while.
  if (platform !== 'linux' || execPath.includes('/node_modules/')) return null;
  report.excludeNetwork = true;
  return report.getReport().header.glibcVersionRuntime ? null : 'Linux with musl (Alpine)';
}
