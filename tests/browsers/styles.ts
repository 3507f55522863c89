import data, { type Identifier } from "@mdn/browser-compat-data" with { type: "json" };
import { type AtRule, type Declaration, parse, type Rule } from "postcss";
import { isFeature, lacking, partsOf } from "./newer.ts";

/** A use of what a browser of the baseline lacks: the feature, who lacks it, and the rule that it stands in. */
export type StyleUse = { feature: string; since: string[]; rule: string };

const { "at-rules": atRules = {}, properties = {}, selectors = {}, types = {} } = data.css;

/** Functions and units, by name. */
const valueTypes = new Map<string, Identifier>();
function addTypes(identifier: Identifier) {
  for (const [name, part] of partsOf(identifier)) {
    if (isFeature(part) && !valueTypes.has(name)) valueTypes.set(name, part);
    addTypes(part);
  }
}
addTypes(types as unknown as Identifier);

/** The uses in a style sheet, each once. */
export function newerStyles(css: string): StyleUse[] {
  const uses = new Map<string, StyleUse>();
  const note = (feature: string, identifier: Identifier | undefined, rule: string) => {
    const since = identifier ? lacking(identifier) : [];
    if (since.length > 0 && !uses.has(feature)) uses.set(feature, { feature, since, rule });
  };
  const ofAtRule = ({ name, params }: AtRule) => {
    const known = atRules[name];
    note(`@${name}`, known, params);
    for (const [part, identifier] of known ? partsOf(known) : [])
      if (params.includes(part)) note(`@${name} ${part}`, identifier, params);
  };
  const ofRule = ({ selector }: Rule) => {
    for (const [, name = ""] of selector.matchAll(/::?([a-z-]+)/g)) note(`:${name}`, selectors[name], selector);
  };
  const ofDeclaration = ({ prop, value, parent }: Declaration) => {
    const rule = parent?.type === "rule" ? (parent as Rule).selector : "";
    const property = properties[prop];
    note(prop, property, rule);
    for (const [word] of value.matchAll(/[a-z][a-z-]*/g)) note(`${prop}: ${word}`, property?.[word], rule);
    for (const [, name = ""] of value.matchAll(/([a-z][a-z-]*)\(/g)) note(`${name}()`, valueTypes.get(name), rule);
    for (const [, unit = ""] of value.matchAll(/(?<![#\w])[\d.]+([a-z]+)\b/g))
      note(`the unit ${unit}`, valueTypes.get(unit), rule);
  };
  const sheet = parse(css);
  sheet.walkAtRules(ofAtRule);
  sheet.walkRules(ofRule);
  sheet.walkDecls(ofDeclaration);
  return [...uses.values()];
}
