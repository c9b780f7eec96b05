// The statements of the sources as the compiler reads them: the `Row` that every `query<Row>(text)` claims, and what should be one.
import { readdirSync, readFileSync } from 'node:fs';
import type { Node } from 'typescript/unstable/ast';
import {
  isCallExpression,
  isIdentifier,
  isPropertyAccessExpression,
  isTaggedTemplateExpression,
  isTemplateExpression,
} from 'typescript/unstable/ast/is';
import { API, type Checker, SymbolFlags, type Type, TypeFlags } from 'typescript/unstable/sync';

const ROOT = new URL('../../', import.meta.url).pathname;

/** What a column may hold in the program; what stands in JSON is not looked into. */
export type Kind = (typeof KINDS)[number];
const KINDS = [
  'string',
  'number',
  'boolean',
  'Date',
  'Buffer',
  'string[]',
  'number[]',
  'null',
  'object',
  'anything',
] as const;

export interface ClaimedColumn {
  kinds: readonly Kind[];
  /** It may be missing altogether. */
  isOptional: boolean;
}

export interface Claim {
  /** File, line and column of the call, as a stack tells it. */
  at: string;
  /** Null where nothing is said of the rows. */
  columns: ReadonlyMap<string, ClaimedColumn> | null;
}

export interface Statements {
  claims: Claim[];
  /** Where a text that is always the same is run as if it had been put together. */
  unclaimed: string[];
}

const importing = (what: string, from: string) => new RegExp(`import \\{[^}]*\\b${what}\\b[^}]*\\} from '${from}'`);
const QUERY = importing('query', '(#db|\\.)/query\\.ts');
const SQL = importing('sql', 'kysely');

/** The service's own files with statements, but for what `query` itself stands on. */
export const filesWithStatements = (): string[] =>
  readdirSync(`${ROOT}src`, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$|^db\/database\.ts$/.test(file))
    .map((file) => `${ROOT}src/${file}`)
    .filter((file) => [QUERY, SQL].some((wanted) => wanted.test(readFileSync(file, 'utf8'))));

export function readStatements(files: readonly string[]): Statements {
  const api = new API({ cwd: ROOT });
  try {
    const [project] = api.updateSnapshot({ openProjects: [`${ROOT}tsconfig.json`] }).getProjects();
    if (!project) throw new Error('no project');
    const { checker, program } = project;
    const found: Statements = { claims: [], unclaimed: [] };
    for (const file of files) {
      const source = program.getSourceFile(file);
      if (!source) throw new Error(`${file} is not part of the project`);
      const place = (node: Node) => {
        const before = source.text.slice(0, node.getStart(source)).split('\n');
        return `${file}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
      };
      const visit = (node: Node): void => {
        if (isCallExpression(node)) {
          const { expression, typeArguments } = node;
          if (isIdentifier(expression) && expression.text === 'query') {
            const row = typeArguments?.[0] && checker.getTypeFromTypeNode(typeArguments[0]);
            found.claims.push({ at: place(expression), columns: row ? columnsOf(checker, row) : null });
          } else if (isPropertyAccessExpression(expression) && expression.name.text === 'execute') {
            if (isFixed(checker, expression.expression)) found.unclaimed.push(place(expression.expression));
          }
        }
        node.forEachChild(visit);
      };
      visit(source);
    }
    return found;
  } finally {
    api.close();
  }
}

/** A template into which only values are put, none of them another piece of SQL. */
function isFixed(checker: Checker, node: Node): boolean {
  if (!isTaggedTemplateExpression(node) || !isIdentifier(node.tag) || node.tag.text !== 'sql') return false;
  if (!isTemplateExpression(node.template)) return true;
  return node.template.templateSpans.every(({ expression }) => {
    const type = checker.getTypeAtLocation(expression);
    return !type || checker.getPropertyOfType(type, 'toOperationNode') === undefined;
  });
}

function columnsOf(checker: Checker, row: Type): Map<string, ClaimedColumn> {
  return new Map(
    checker.getPropertiesOfType(row).map((property) => {
      const type = checker.getTypeOfSymbol(property);
      const isOptional = (property.flags & SymbolFlags.Optional) !== 0;
      return [property.name, { kinds: type ? kindsOf(checker, type) : ['anything'], isOptional }];
    }),
  );
}

const INTRINSIC: [number, Kind][] = [
  [TypeFlags.StringLike, 'string'],
  [TypeFlags.NumberLike, 'number'],
  [TypeFlags.BooleanLike, 'boolean'],
  [TypeFlags.Null, 'null'],
  [TypeFlags.AnyOrUnknown, 'anything'],
];

function kindsOf(checker: Checker, type: Type): Kind[] {
  if (type.isUnionType()) return [...new Set(type.getTypes().flatMap((each) => kindsOf(checker, each)))];
  const intrinsic = INTRINSIC.find(([flags]) => type.flags & flags);
  if (intrinsic) return [intrinsic[1]];
  const name = checker.typeToString(type).replace(/^readonly |<.*>$/g, '');
  return [KINDS.find((kind) => kind === name) ?? 'object'];
}
