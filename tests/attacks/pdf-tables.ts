import { inflateSync } from "node:zlib";

type Entry = { kind: number; where: number; index: number };
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");

/**
 * The catalogue's text as found by a reader that only follows the tables from the file's end: tables,
 * streams, hybrids of both, and previous ones. Throws where they are broken.
 */
export function catalogueByTables(bytes: Uint8Array): string {
  const all = text(bytes);
  const entries = new Map<number, Entry>();
  const startxref = all.lastIndexOf("startxref");
  let root = 0;
  const waiting = [Number(/startxref\s+(\d+)/.exec(all.slice(startxref))?.[1])];
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    const rest = all.slice(at);
    const found = rest.startsWith("xref") ? tableOf(rest) : streamOf(rest);
    for (const [number, entry] of found.entries) if (!entries.has(number)) entries.set(number, entry);
    root ||= Number(/\/Root (\d+)/.exec(found.trailer)?.[1] ?? 0);
    for (const key of ["XRefStm", "Prev"]) {
      const next = new RegExp(`/${key} (\\d+)`).exec(found.trailer)?.[1];
      if (next) waiting.push(Number(next));
    }
  }
  const entry = entries.get(root);
  if (!entry) throw new Error("no catalogue");
  const direct = (offset: number) => /^\s*\d+\s+\d+\s+obj([\s\S]*?)endobj/.exec(all.slice(offset))?.[1] ?? "";
  if (entry.kind === 1) return direct(entry.where);
  const holder = entries.get(entry.where)?.where ?? all.indexOf(`\n${entry.where} 0 obj`) + 1;
  return unpacked(all.slice(holder));
}

function tableOf(rest: string): { entries: Map<number, Entry>; trailer: string } {
  const entries = new Map<number, Entry>();
  const [table = "", trailer = ""] = rest.split("trailer");
  let number = 0;
  for (const line of table.split("\n").slice(1)) {
    const [, first, , kind] = /^(\d+) (\d+)(?: ([nf]))?/.exec(line) ?? [];
    if (kind === "n") entries.set(number, { kind: 1, where: Number(first), index: 0 });
    if (kind) number += 1;
    else if (first) number = Number(first);
  }
  return { entries, trailer: trailer.split("startxref")[0] ?? "" };
}

function streamOf(rest: string): { entries: Map<number, Entry>; trailer: string } {
  const [trailer = ""] = rest.split("stream\n");
  const data = Buffer.from(rest.slice(trailer.length + 7), "latin1");
  const first = Number(/\/Index\[(\d+)/.exec(trailer)?.[1] ?? 0);
  return {
    entries: new Map([[first, { kind: data.readUInt8(0), where: data.readUInt32BE(1), index: data.readUInt8(5) }]]),
    trailer,
  };
}

function unpacked(rest: string): string {
  const [dict = ""] = rest.split("stream\n");
  const length = Number(/\/Length (\d+)/.exec(dict)?.[1]);
  return text(inflateSync(Buffer.from(rest.slice(dict.length + 7, dict.length + 7 + length), "latin1")));
}

/**
 * The format errors of a rewritten file. It must be a sequence of objects, each at the offset in its only
 * table, with no keyword of a table, an earlier revision or an object between the objects or in a stream.
 */
export function faultsOf(bytes: Uint8Array): string[] {
  const all = text(bytes);
  const start = Number(/startxref\n(\d+)\n%%EOF\s*$/.exec(all)?.[1] ?? -1);
  const { entries, trailer } = tableOf(all.slice(start));
  const offsets = [...entries.values()].map(({ where }) => where).toSorted((a, b) => a - b);
  const faults: string[] = [];
  if (!all.startsWith("xref\n", start)) faults.push("the table is not where it should be");
  if (/Prev|XRefStm|Encrypt/.test(trailer)) faults.push("the trailer leads on");
  if (!/^%PDF-\d\.\d\n%[\x80-\xff]+\n\n$/.test(all.slice(0, offsets[0])))
    faults.push("something stands before the objects");
  let outside = "";
  offsets.forEach((offset, index) => {
    const object = all.slice(offset, offsets[index + 1] ?? start);
    const [head = ""] = object.split("\nstream\n");
    const isStream = head.length < object.length;
    const length = isStream ? head.length + 8 + Number(/\/Length (\d+)/.exec(head)?.[1]) : 0;
    const end = isStream ? object.slice(length) : object.slice(head.indexOf("\nendobj"));
    if (!/^\d+ 0 obj\n/.test(object) || !/^(\nendstream)?\nendobj\n\n$/.test(end)) faults.push(`object at ${offset}`);
    outside += isStream ? head : object;
  });
  if ((all.match(/\d[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+obj/g)?.length ?? 0) !== offsets.length)
    faults.push("there are more beginnings than objects");
  if (/XRef|ObjStm|OpenAction|JavaScript|PAYLOAD/.test(outside)) faults.push("a name that should not be there");
  return faults;
}
