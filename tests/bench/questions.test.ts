import { expect, test } from "vitest";
import { metaOf, procedures } from "../support/procedures.ts";
import type { Subjects } from "./prepare.ts";
import { questionsOf } from "./questions.ts";

/** A stream has no answer whose time could be compared: `npm run bench -- streams` measures it. */
const MEASURED_ELSEWHERE = ["live.events"];

test("the bench measures every procedure that reads, and names none that does not exist", () => {
  const nobody = new Proxy({}, { get: () => [] }) as Subjects;
  const measured = new Set(questionsOf(nobody).map(({ procedure }) => procedure));
  const reads = [...procedures().keys()].filter((name) => !metaOf(name).writes && !MEASURED_ELSEWHERE.includes(name));
  expect([...measured].filter((name) => !metaOf(name).writes).toSorted()).toEqual(reads.toSorted());
});
