// Runs a TypeScript entry point, or says in one line that this Node cannot: the pinned Node of package.json does.
// As a whole: an older Node has nothing of the name that is wanted of it.
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const [major] = process.versions.node.split('.');
const entry = process.argv[2];
if (Number(major) < 24) {
  console.error(
    `kenshin-biyori needs Node 24 or later and found ${process.versions.node}. Run "npm ci" with install scripts allowed: it brings the right one along.`,
  );
  process.exit(1);
}
// Sources without their types, and what the compiler made of them: a start takes half the time with it. Processes that this one starts
// have it too. Where nothing can be written there, all goes on without.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url));
module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
process.argv.splice(1, 2, entry);
await import(new URL(`../${entry}`, import.meta.url).href);
