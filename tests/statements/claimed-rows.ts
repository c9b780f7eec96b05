// Which rows the sources claim that their statements give: the `Row` of every `query<Row>(text)`, as the compiler reads it.
import { readdirSync, readFileSync } from 'node:fs';
import type { Node } from 'typescript/unstable/ast';
import { isCallExpression, isIdentifier } from 'typescript/unstable/ast/is';
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

/** Those that import `query`. */
export const declaringFiles = (): string[] =>
  readdirSync(`${ROOT}src`, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$/.test(file))
    .map((file) => `${ROOT}src/${file}`)
    .filter((file) => /import \{[^}]*\bquery\b[^}]*\} from '(#db|\.)\/query\.ts'/.test(readFileSync(file, 'utf8')));

export function readClaims(files: readonly string[]): Claim[] {
  const api = new API({ cwd: ROOT });
  try {
    const [project] = api.updateSnapshot({ openProjects: [`${ROOT}tsconfig.json`] }).getProjects();
    if (!project) throw new Error('no project');
    return files.flatMap((file) => {
      const source = project.program.getSourceFile(file);
      if (!source) throw new Error(`${file} is not part of the project`);
      const claims: Claim[] = [];
      const visit = (node: Node): void => {
        if (isCallExpression(node) && isIdentifier(node.expression) && node.expression.text === 'query') {
          const before = source.text.slice(0, node.expression.getStart(source)).split('\n');
          const at = `${file}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
          const [row] = node.typeArguments ?? [];
          const type = row && project.checker.getTypeFromTypeNode(row);
          claims.push({ at, columns: type ? columnsOf(project.checker, type) : null });
        }
        node.forEachChild(visit);
      };
      visit(source);
      return claims;
    });
  } finally {
    api.close();
  }
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
