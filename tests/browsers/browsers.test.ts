import { parseSync, Visitor } from "vite";
import { expect, test } from "vitest";
import { WATCH } from "../../app/screens/shell/start-watch-script.ts";
import { BASELINE } from "../../baseline.ts";
import { problemsOf, problemsOfClient } from "./built.ts";
import { namedPlaces, walksFor, wordsOf } from "./named-places.ts";
import { newerUses } from "./scripts.ts";
import { newerStyles } from "./styles.ts";

const namesIn = (code: string) => newerUses("script.js", code).map(({ feature }) => feature);

test.each([
  ["a static function", "Promise.withResolvers()", "Promise.withResolvers"],
  ["one of the DOM", "window.AbortSignal.any([])", "AbortSignal.any"],
  ["one under another name", "const P = Promise; P.withResolvers()", ".withResolvers()"],
  ["one taken out of its object", "const { groupBy } = Map", "Map.groupBy"],
  ["a method that only newer interfaces have", "one.isSubsetOf(other)", ".isSubsetOf()"],
  ["a method of an iterator", "map.values().filter(Boolean)", "Iterator.filter"],
  ["a method of a prototype", "Element.prototype.setHTML.call(x, y)", "Element.setHTML"],
  ["a global function", "requestIdleCallback(work)", "requestIdleCallback"],
  ["a constructor of Intl", 'new Intl.DurationFormat("es")', "Intl.DurationFormat"],
  ["a flag of a regular expression", "/[a--b]/v", "the flag v of a regular expression"],
  ["one of an expression made of text", 'new RegExp("[a--b]", "v")', "the flag v of a regular expression"],
  ["flags of a part of an expression", "/a(?i:b)/", "flags of a part of a regular expression"],
  ["a declaration that closes", "{ using file = open() }", "using"],
])("%s newer than the baseline is found", (_what, code, feature) => {
  expect(namesIn(code)).toEqual([feature]);
});

test.each([
  [
    "what the baseline has",
    "list.toSorted().findLast(Boolean); structuredClone(x); /(?<=a)b/u; AbortSignal.timeout(1)",
  ],
  ["a look for a function", "if (navigator.share) go(); typeof requestIdleCallback; URL.canParse?.(x)"],
  ["a name of the script's own", "const navigation = make(); navigation.navigate(x)"],
  ["a property with the name of something newer", "const part = { scheduler: 1 }; part.scheduler"],
  ["a list that looks like an iterator", "Object.values(x).map(y)"],
])("%s is no finding", (_what, code) => {
  expect(namesIn(code)).toEqual([]);
});

test("a finding says who lacks the function, and where it stands", () => {
  const [use] = newerUses("script.js", "go();\nPromise.withResolvers()");
  expect(use).toMatchObject({
    offset: 14,
    since: expect.arrayContaining(["Chrome 119", "Samsung Browser 25.0", "Safari 17.4"]),
  });
});

test("a rule, a property and a value of the styles that are newer than the baseline are found", () => {
  const css =
    "@starting-style{p{color:red}} p:open{color:light-dark(red,blue);field-sizing:content;width:calc-size(auto,size)}";
  const features = newerStyles(css).map(({ feature }) => feature);
  expect(features).toEqual(
    expect.arrayContaining(["@starting-style", ":open", "light-dark()", "field-sizing", "calc-size()"]),
  );
  expect(newerStyles("@layer a{p:has(a){color:color-mix(in oklab,red,blue);height:1dvh}}")).toEqual([]);
});

test("a use without an exception is a problem with its place, and so is an exception without a use", () => {
  const found = [
    { at: "app/ui/toast.tsx:7", feature: "Promise.withResolvers", since: ["Safari 17.4"] },
    { at: "node_modules/zod/a.js:1", feature: "URL.canParse", since: ["Chrome 120"] },
  ];
  const exceptions = [{ in: "node_modules/zod/", features: ["URL.canParse", "URL.parse"], reason: "typeof" }];
  expect(problemsOf(found, exceptions)).toEqual([
    "app/ui/toast.tsx:7: the oldest browsers lack Promise.withResolvers: Safari 17.4",
    "tests/browsers/exceptions.ts: nothing in node_modules/zod/ uses URL.parse",
  ]);
});

test("the built client needs nothing that the oldest supported browsers lack", () => {
  expect(BASELINE).toMatchObject({ chrome: "111", safari_ios: "16.4", firefox: "128" });
  expect(problemsOfClient()).toEqual([]);
});

test("what is read is taken away by itself, and no two that one script asks for together", () => {
  const scripts = ['if ("share" in navigator && "canParse" in URL) URL.parse(x)', 'Object.hasOwn(Map, "groupBy")'].map(
    wordsOf,
  );
  expect(namedPlaces(scripts)).toEqual(
    expect.arrayContaining(["Navigator.prototype.share", "URL.canParse", "URL.parse", "Map.groupBy"]),
  );
  expect(namedPlaces(scripts)).not.toContain("Promise.withResolvers");
  const places = ["Navigator.prototype.share", "URL.canParse", "URL.parse", "Map.groupBy"];
  expect(walksFor(places, new Set(["URL.parse"]), scripts)).toEqual([
    ["URL.parse"],
    ["Navigator.prototype.share", "Map.groupBy"],
    ["URL.canParse"],
  ]);
});

test("the script that notices an application that does not start is read by every browser", () => {
  const newer = new Set<string>();
  new Visitor({
    ArrowFunctionExpression: ({ type }) => newer.add(type),
    AwaitExpression: ({ type }) => newer.add(type),
    ChainExpression: ({ type }) => newer.add(type),
    ClassExpression: ({ type }) => newer.add(type),
    ForOfStatement: ({ type }) => newer.add(type),
    ObjectPattern: ({ type }) => newer.add(type),
    SpreadElement: ({ type }) => newer.add(type),
    TemplateLiteral: ({ type }) => newer.add(type),
    CatchClause: ({ param }) => void (param ?? newer.add("catch without a name")),
    LogicalExpression: ({ operator }) => void (operator === "??" && newer.add(operator)),
    Property: ({ shorthand, method, computed }) => void ((shorthand || method || computed) && newer.add("property")),
    VariableDeclaration: ({ kind }) => void (kind === "var" || newer.add(kind)),
  }).visit(parseSync("watch.js", `(${WATCH})`).program);
  expect([...newer]).toEqual([]);
});
