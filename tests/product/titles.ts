import { type ESTree, parseSync, Visitor } from "vite";

/** A test, or a step of one, as a row of docs/product names it: "rules › applying › a blank message is none". */
export type Title = { name: string; kind: "test" | "step"; of: string | null };

/** The placeholder for the varying part of a title. */
const VARYING = "…";
const BETWEEN = " › ";

/** Members of `test` and `describe` that take a title; hooks and settings do not. */
const TITLED = new Set([
  "concurrent",
  "describe",
  "each",
  "fails",
  "fixme",
  "for",
  "only",
  "parallel",
  "runIf",
  "sequential",
  "serial",
  "skip",
  "skipIf",
  "step",
]);

/** "tests/e2e/lists.spec.ts" is "e2e/lists", "app/domain/cases/case.test.ts" is "domain/cases/case". */
export function shortName(file: string): string {
  return file.replace(/^(tests|app)\//, "").replace(/\.(test|spec)\.tsx?$/, "");
}

/** The titles of a test file, each with its enclosing titles as prefix. Throws on a syntax error. */
export function titlesOf(file: string, source: string): Title[] {
  const { program, errors } = parseSync(file, source);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const takers = takersOf(program);
  const found: Title[] = [];
  const inside: { call: ESTree.CallExpression; name: string; test: string | null }[] = [];
  const visitor = new Visitor({
    CallExpression(call) {
      const kind = kindOf(call, takers);
      if (!kind) return;
      const outer = inside.at(-1);
      const name = [outer?.name ?? shortName(file), textOf(call.arguments[0])].join(BETWEEN);
      if (kind !== "describe") found.push({ name, kind, of: kind === "step" ? (outer?.test ?? null) : null });
      inside.push({ call, name, test: kind === "test" ? name : (outer?.test ?? null) });
    },
    "CallExpression:exit"(call) {
      if (inside.at(-1)?.call === call) inside.pop();
    },
  });
  visitor.visit(program);
  return found;
}

type Taker = "test" | "describe";

/** The names that create tests in a file: imported `test`, `it` and `describe`, and extensions of them. */
function takersOf(program: ESTree.Program): Map<string, Taker> {
  const takers = new Map<string, Taker>();
  for (const statement of program.body) {
    if (statement.type === "ImportDeclaration") {
      for (const specifier of statement.specifiers) {
        const imported =
          specifier.type === "ImportSpecifier" && "name" in specifier.imported && specifier.imported.name;
        if (imported === "test" || imported === "it") takers.set(specifier.local.name, "test");
        if (imported === "describe") takers.set(specifier.local.name, "describe");
      }
    }
    if (statement.type === "VariableDeclaration") {
      for (const { id, init } of statement.declarations) {
        const chain = init && chainOf(init);
        if (chain && id.type === "Identifier" && chain.at(-1) === "extend" && takers.has(chain[0] ?? "")) {
          takers.set(id.name, "test");
        }
      }
    }
  }
  return takers;
}

/** The kind of test that a call creates, or null; it needs a title and a function. */
function kindOf(call: ESTree.CallExpression, takers: Map<string, Taker>): "test" | "describe" | "step" | null {
  const [base, ...members] = chainOf(call.callee) ?? [];
  const taker = takers.get(base ?? "");
  const [title, ...rest] = call.arguments;
  if (!taker || !title || isFunction(title) || !rest.some((argument) => isRun(argument, title))) return null;
  if (!members.every((member) => TITLED.has(member))) return null;
  if (members.includes("step")) return "step";
  return members.includes("describe") ? "describe" : taker;
}

/** The names of `test.describe.each([…])`: test, describe, each. */
function chainOf(node: ESTree.Node): string[] | null {
  if (node.type === "Identifier") return [node.name];
  if (node.type === "CallExpression") return chainOf(node.callee);
  if (node.type === "TaggedTemplateExpression") return chainOf(node.tag);
  if (node.type !== "MemberExpression" || node.property.type !== "Identifier") return null;
  const before = chainOf(node.object);
  return before && [...before, node.property.name];
}

/** Whether an argument is the test's body: a function, or an identifier after a literal title. */
function isRun(argument: ESTree.Node, title: ESTree.Node): boolean {
  return isFunction(argument) || (argument.type === "Identifier" && textOf(title) !== VARYING);
}

function isFunction({ type }: ESTree.Node): boolean {
  return type === "ArrowFunctionExpression" || type === "FunctionExpression";
}

function textOf(node: ESTree.Node | undefined): string {
  if (node?.type === "Literal") return String(node.value);
  if (node?.type === "TemplateLiteral") return node.quasis.map(({ value }) => value.cooked).join(VARYING);
  if (node?.type === "BinaryExpression") return textOf(node.left) + textOf(node.right);
  return VARYING;
}
