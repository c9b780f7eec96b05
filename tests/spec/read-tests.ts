// What the tests of a file say: by title, every text that stands in a test itself or in what it uses of the tests' own files.
// Read from the syntax tree, so that a comment says nothing, and neither does a test that is skipped.
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseSync } from 'vite';

const ROOT = new URL('../../', import.meta.url).pathname;
/** Stands in a text for what is only known when the test runs. */
export const ANYTHING = '\u0000';

interface Node {
  type: string;
  [key: string]: unknown;
}

interface Module {
  body: Node;
  /** What stands at the top of the file, by name. */
  own: Map<string, Node>;
  /** What comes from the tests' own files; the product's texts are no proof of themselves. */
  imported: Map<string, { file: string; name: string }>;
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);
const nodesIn = (list: unknown): Node[] => (Array.isArray(list) ? list.filter(isNode) : []);

const modules = new Map<string, Module | null>();

function open(file: string): Module | null {
  const opened = modules.get(file);
  if (opened !== undefined) return opened;
  const path = ROOT + file;
  const read = existsSync(path) ? readModule(file, readFileSync(path, 'utf8')) : null;
  modules.set(file, read);
  return read;
}

function readModule(file: string, text: string): Module {
  const body = parseSync(file, text).program as unknown as Node;
  const imported: Module['imported'] = new Map();
  for (const statement of nodesIn(body.body)) {
    if (statement.type === 'ImportDeclaration') {
      const from = String((statement.source as Node).value);
      const target = from.startsWith('#tests/') ? from.slice(1) : posix.join(posix.dirname(file), from);
      if (!/^(#tests\/|\.)/.test(from) || !target.startsWith('tests/')) continue;
      for (const each of nodesIn(statement.specifiers)) {
        const name = (each.imported as Node | undefined)?.name ?? 'default';
        imported.set(String((each.local as Node).name), { file: target, name: String(name) });
      }
    }
  }
  return { body, own: declaredIn(body), imported };
}

/** What a block declares, by name. */
function declaredIn(block: Node): Map<string, Node> {
  const declared = new Map<string, Node>();
  for (const statement of nodesIn(block.body)) {
    const inner = isNode(statement.declaration) ? statement.declaration : statement;
    for (const each of inner.type === 'VariableDeclaration' ? nodesIn(inner.declarations) : [inner]) {
      for (const name of namesIn(each.id)) declared.set(name, each);
    }
  }
  return declared;
}

/** Also those of a pattern. */
function namesIn(id: unknown): string[] {
  if (!isNode(id)) return [];
  if (id.type === 'Identifier') return [String(id.name)];
  return childrenOf(id).flatMap(namesIn);
}

/** The text that a node is, if it is one. */
function textOf(node: Node): string | null {
  if (node.type === 'Literal') {
    if (typeof node.value === 'string') return node.value;
    const pattern = (node.regex as { pattern: string } | undefined)?.pattern;
    return pattern === undefined ? null : pattern.replaceAll('\\', '');
  }
  if (node.type !== 'TemplateLiteral') return null;
  return nodesIn(node.quasis)
    .map(({ value }) => (value as { cooked: string }).cooked)
    .join(ANYTHING);
}

/** expect(…).not.…(…) and expect(…).toHaveCount(0) say what is not there. */
function isDenial({ type, callee, arguments: given }: Node): boolean {
  if (type !== 'CallExpression') return false;
  const { object, property } = callee as { object?: Node; property?: Node };
  if (object?.type === 'MemberExpression' && (object.property as Node).name === 'not') return true;
  return property?.name === 'toHaveCount' && nodesIn(given)[0]?.value === 0;
}

const UNCERTAIN = /^(Promise\.(all|allSettled|any|race)|Math\.random|fc\.\w+|setTimeout|setInterval)$/;

/** What makes an answer depend on the machine or on chance, if the node is such a call. */
function uncertaintyOf({ type, callee }: Node): string | null {
  if (type !== 'CallExpression') return null;
  const { name, object, property } = callee as { name?: string; object?: Node; property?: Node };
  const called = name ?? `${object?.name}.${property?.name}`;
  return UNCERTAIN.test(called) ? called : null;
}

export interface ReadTest {
  texts: Set<string>;
  /** Calls at the same time, timers and random values. */
  uncertain: Set<string>;
}

function collect(module: Module, nodes: readonly Node[], found: ReadTest, seen: Set<Node>): void {
  for (const node of nodes) {
    if (seen.has(node) || isDenial(node)) continue;
    seen.add(node);
    const text = textOf(node);
    if (text !== null) found.texts.add(text);
    const uncertain = uncertaintyOf(node);
    if (uncertain) found.uncertain.add(uncertain);
    if (node.type === 'Identifier') {
      const name = String(node.name);
      const declared = module.own.get(name);
      if (declared) collect(module, [declared], found, seen);
      const other = module.imported.get(name);
      const there = other && open(other.file);
      const meant = there?.own.get(other?.name ?? '');
      if (there && meant) collect(there, [meant], found, seen);
    }
    collect(module, childrenOf(node), found, seen);
  }
}

/** A group that does not run. */
function isSkipped({ type, callee }: Node): boolean {
  if (type !== 'CallExpression') return false;
  return ['skip', 'todo', 'fixme'].includes(String(((callee as Node).property as Node | undefined)?.name));
}

/** The title of a test, if the node is one that runs; in a title of many, what differs is ANYTHING. */
function titleOf(node: Node): string | null {
  if (node.type !== 'CallExpression') return null;
  let callee = node.callee as Node;
  // test.each(table)(title, run)
  if (callee.type === 'CallExpression') callee = callee.callee as Node;
  if (callee.type === 'MemberExpression') {
    if (!['each', 'for'].includes(String((callee.property as Node).name))) return null;
    callee = callee.object as Node;
  }
  const [title, run] = nodesIn(node.arguments);
  if (callee.type !== 'Identifier' || callee.name !== 'test' || !title || !run) return null;
  return textOf(title)?.replaceAll(/%[sdifjo#]|\$[\w.]+/g, ANYTHING) ?? null;
}

export type Tests = ReadonlyMap<string, ReadTest>;

function testsIn(whole: Module): Tests {
  const found = new Map<string, ReadTest>();
  const walk = (module: Module, node: Node, around: readonly Node[]): void => {
    if (isSkipped(node)) return;
    const title = titleOf(node);
    if (title !== null) {
      const test = found.get(title) ?? { texts: new Set(), uncertain: new Set() };
      collect(module, [node, ...around], test, new Set());
      found.set(title, test);
    }
    // A group's own names are those of its tests.
    if (node.type === 'BlockStatement') module = { ...module, own: new Map([...module.own, ...declaredIn(node)]) };
    // Tests in a loop, or in a group of many, have the table's texts too.
    if (node.type === 'ForOfStatement') around = [...around, node.right as Node];
    if (node.type === 'CallExpression') around = [...around, ...nodesIn((node.callee as Node).arguments)];
    for (const child of childrenOf(node)) walk(module, child, around);
  };
  walk(whole, whole.body, []);
  return found;
}

/** The same of a text that stands in no file. */
export const readTestsOf = (text: string): Tests => testsIn(readModule('tests/some.test.ts', text));

const read = new Map<string, Tests>();

/** By title. Empty where there is no such file. */
export function readTests(file: string): Tests {
  const module = open(file);
  const tests = read.get(file) ?? (module ? testsIn(module) : new Map());
  read.set(file, tests);
  return tests;
}
