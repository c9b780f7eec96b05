// Where the sources put a statement together, or a function of the database has one, about institutions' rows without a word of whose.
import { readdirSync, readFileSync } from 'node:fs';
import type { Node } from 'typescript/unstable/ast';
import { isCallExpression, isPropertyAccessExpression, isStringLiteral } from 'typescript/unstable/ast/is';
import { API } from 'typescript/unstable/sync';

const ROOT = new URL('../../', import.meta.url).pathname;
const NAMED = /institution_?code/i;
/** In what it asks for, not only in what it gives; `own` is the key of a record of one's own institution. */
const ASKED = /\.where[\s\S]*(institution_?code|\bown)/i;
const BUILDERS = ['selectFrom', 'updateTable', 'deleteFrom'];

/** Built with Kysely: the whole chain of calls is looked at. Gives files and tables. */
export function findUnnamedChains(tables: ReadonlySet<string>): string[] {
  const files = readdirSync(`${ROOT}src`, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$/.test(file))
    .filter((file) => BUILDERS.some((name) => readFileSync(`${ROOT}src/${file}`, 'utf8').includes(`.${name}(`)));
  const api = new API({ cwd: ROOT });
  try {
    const [project] = api.updateSnapshot({ openProjects: [`${ROOT}tsconfig.json`] }).getProjects();
    const found = new Set<string>();
    for (const file of files) {
      const source = project?.program.getSourceFile(`${ROOT}src/${file}`);
      if (!source) throw new Error(`${file} is not part of the project`);
      const visit = (node: Node, chain: Node | null): void => {
        const isLink = isCallExpression(node) || isPropertyAccessExpression(node);
        const whole = isLink ? (chain ?? node) : null;
        if (whole && isCallExpression(node) && isPropertyAccessExpression(node.expression)) {
          const [first] = node.arguments;
          const table = first && isStringLiteral(first) ? (first.text.split(' ')[0] ?? '') : '';
          const isBuilt = BUILDERS.includes(node.expression.name.text) && tables.has(table);
          if (isBuilt && !ASKED.test(whole.getText(source))) found.add(`src/${file}: ${table}`);
        }
        node.forEachChild((child) => visit(child, isLink && child === node.expression ? whole : null));
      };
      visit(source, null);
    }
    return [...found].sort();
  } finally {
    api.close();
  }
}

/** In functions of the database: from one semicolon to the next. */
export function findUnnamedInFunctions(tables: ReadonlySet<string>): string[] {
  const folder = `${ROOT}migrations/functions/`;
  const reads = new RegExp(`\\b(?:from|join|update)\\s+(${[...tables].join('|')})\\b`, 'g');
  return readdirSync(folder).flatMap((file) =>
    readFileSync(folder + file, 'utf8')
      .replaceAll(/--.*$/gm, '')
      .split(';')
      .filter((statement) => !NAMED.test(statement))
      .flatMap((statement) =>
        [...statement.matchAll(reads)].map(([, table]) => `migrations/functions/${file}: ${table}`),
      ),
  );
}
