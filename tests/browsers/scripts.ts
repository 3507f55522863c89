import { type ESTree, parseSync } from "vite";
import { newerNames, newerSyntax } from "./newer.ts";

/** A use of what a browser of the baseline lacks. `offset` is its place in the script. */
export type Use = { feature: string; since: string[]; offset: number };

/** Objects that every page has, and their interfaces. */
const INSTANCES: Record<string, string> = {
  caches: "CacheStorage",
  crypto: "Crypto",
  document: "Document",
  history: "History",
  location: "Location",
  navigator: "Navigator",
  performance: "Performance",
  screen: "Screen",
};
const GLOBALS = new Set(["globalThis", "self", "top", "window"]);
/** Methods that return iterators, which have had methods like those of arrays for a few years only. */
const ITERATORS = new Set(["entries", "keys", "matchAll", "values"]);

const { paths, methods } = newerNames();
const syntax = newerSyntax();

type Node = ESTree.Node;
type Place = { parent: Node | null; key: string };

/** The uses in a script, in the order of their places. Throws on a syntax error. */
export function newerUses(file: string, code: string): Use[] {
  const { program, errors } = parseSync(file, code);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const own = namesBound(program);
  const uses: Use[] = [];
  const note = (feature: string, since: string[] | undefined, offset: number) => {
    if (since && since.length > 0) uses.push({ feature, since, offset });
  };

  function visit(node: Node, place: Place) {
    if (node.type === "MemberExpression") {
      const path = pathOf(node, own);
      if (path && paths.has(path)) {
        if (!isAsked(place)) note(path, paths.get(path), node.property.start);
      } else if (isCalled(place)) {
        const name = nameOf(node);
        const feature = isIterator(node.object) && paths.has(`Iterator.${name}`) ? `Iterator.${name}` : `.${name}()`;
        note(feature, paths.get(feature) ?? methods.get(name), node.property.start);
      }
    }
    if (node.type === "Identifier" && isReference(place) && !own.has(node.name) && !isTypeof(place))
      note(node.name, paths.get(node.name), node.start);
    if (node.type === "VariableDeclarator" && node.id.type === "ObjectPattern" && node.init) {
      const from = pathOf(node.init, own);
      for (const part of node.id.properties)
        if (from && part.type === "Property" && part.key.type === "Identifier")
          note(`${from}.${part.key.name}`, paths.get(`${from}.${part.key.name}`), part.start);
    }
    if (node.type === "VariableDeclaration" && syntax.has(node.kind))
      note(node.kind, syntax.get(node.kind), node.start);
    if (node.type === "ImportDeclaration" && node.attributes.length > 0)
      note("import attributes", syntax.get("import attributes"), node.start);
    if (node.type === "Literal" && "regex" in node) inExpression(node.regex.pattern, node.regex.flags, node.start);
    if (node.type === "NewExpression" && pathOf(node.callee, own) === "RegExp") {
      const [pattern, flags] = node.arguments.map((each) => (each.type === "Literal" ? String(each.value) : ""));
      inExpression(pattern ?? "", flags ?? "", node.start);
    }
    eachChild(node, visit);
  }

  function inExpression(pattern: string, flags: string, offset: number) {
    const has: Record<string, boolean> = {
      "the flag v of a regular expression": flags.includes("v"),
      "flags of a part of a regular expression": /\(\?[ims]*-?[ims]+:/.test(pattern),
      "look-behind in a regular expression": /\(\?<[=!]/.test(pattern),
    };
    for (const [feature, isThere] of Object.entries(has)) if (isThere) note(feature, syntax.get(feature), offset);
  }

  visit(program, { parent: null, key: "" });
  return uses.toSorted((one, other) => one.offset - other.offset);
}

function eachChild(node: Node, visit: (child: Node, place: Place) => void) {
  for (const [key, value] of Object.entries(node)) {
    for (const child of [value].flat() as unknown[])
      if (typeof child === "object" && child !== null && "type" in child) visit(child as Node, { parent: node, key });
  }
}

/** "Promise.withResolvers", "Navigator.share", or "" for anything but a global object or a member of one. */
function pathOf(node: Node, own: ReadonlySet<string>): string {
  if (node.type === "ChainExpression") return pathOf(node.expression, own);
  if (node.type === "Identifier") return own.has(node.name) ? "" : (INSTANCES[node.name] ?? node.name);
  if (node.type !== "MemberExpression") return "";
  const [object, name] = [pathOf(node.object, own), nameOf(node)];
  if (!object || !name) return "";
  if (GLOBALS.has(object)) return INSTANCES[name] ?? name;
  return name === "prototype" ? object : `${object}.${name}`;
}

function nameOf({ computed, property }: ESTree.MemberExpression): string {
  if (!computed) return "name" in property ? property.name : "";
  return property.type === "Literal" ? String(property.value) : "";
}

const isCalled = ({ parent, key }: Place) => parent?.type === "CallExpression" && key === "callee" && !parent.optional;

/** Whether a member is only looked for: reading one that is absent fails nowhere. */
const isAsked = ({ parent, key }: Place) =>
  isTypeof({ parent, key }) ||
  (parent !== null && "optional" in parent && parent.optional && (key === "callee" || key === "object")) ||
  (parent?.type === "UnaryExpression" && parent.operator === "!") ||
  (parent?.type === "LogicalExpression" && key === "left") ||
  ((parent?.type === "IfStatement" || parent?.type === "ConditionalExpression") && key === "test");

const isTypeof = ({ parent }: Place) => parent?.type === "UnaryExpression" && parent.operator === "typeof";

const isIterator = (node: Node) =>
  node.type === "CallExpression" &&
  node.callee.type === "MemberExpression" &&
  ITERATORS.has(nameOf(node.callee)) &&
  !(node.callee.object.type === "Identifier" && node.callee.object.name === "Object");

/** Whether an identifier stands for a variable, not for a property's or a label's name. */
function isReference({ parent, key }: Place): boolean {
  if (parent?.type === "MemberExpression") return key === "object" || parent.computed;
  if (parent?.type === "Property" || parent?.type === "MethodDefinition" || parent?.type === "PropertyDefinition")
    return key === "value" || parent.computed;
  return !/Specifier|Label|Break|Continue|MetaProperty/.test(parent?.type ?? "");
}

/** Every name that a script binds anywhere: none of them is taken for a global one. */
function namesBound(program: Node): ReadonlySet<string> {
  const names = new Set<string>();
  const bind = (pattern: Node | null | undefined): void => {
    if (!pattern) return;
    if (pattern.type === "Identifier") names.add(pattern.name);
    else if (pattern.type === "ObjectPattern")
      for (const part of pattern.properties) bind(part.type === "Property" ? part.value : part.argument);
    else if (pattern.type === "ArrayPattern") for (const part of pattern.elements) bind(part);
    else if (pattern.type === "AssignmentPattern") bind(pattern.left);
    else if (pattern.type === "RestElement") bind(pattern.argument);
  };
  const visit = (node: Node) => {
    if ("id" in node) bind(node.id as Node | null);
    if ("params" in node && Array.isArray(node.params)) for (const each of node.params) bind(each as Node);
    if (node.type === "CatchClause") bind(node.param);
    if ("local" in node && node.type.startsWith("Import")) bind(node.local as Node);
    eachChild(node, visit);
  };
  visit(program);
  return names;
}
