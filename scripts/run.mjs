// Runs a TypeScript entry point, or says in one line that this Node cannot: the pinned Node of package.json does.
const [major] = process.versions.node.split('.');
const entry = process.argv[2];
if (Number(major) < 24) {
  console.error(
    `kenshin-biyori needs Node 24 or later and found ${process.versions.node}. Run "npm ci" with install scripts allowed: it brings the right one along.`,
  );
  process.exit(1);
}
process.argv.splice(1, 2, entry);
await import(new URL(`../${entry}`, import.meta.url).href);
