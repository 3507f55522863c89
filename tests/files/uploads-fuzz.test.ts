// @module-tag operations/full
import { PDFDocument } from "@cantoo/pdf-lib";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import type { Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { isFull } from "../support/full.ts";

const TRIED = isFull ? 5_000 : 200;
const SEED = Number(process.env["FUZZ_SEED"] ?? 20261121);

let testApp: TestApp;
let ana: Person;
beforeAll(async () => {
  testApp = await openTestApp();
  ana = await testApp.signUp(cast.ana);
});
afterAll(() => testApp?.close());

/** A seeded random generator (mulberry32), so that findings can be reproduced. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

type Mutation = (bytes: Buffer, random: (below: number) => number, other: Buffer) => Buffer;
const mutations: Mutation[] = [
  (bytes) => bytes,
  (bytes, random) => {
    const flipped = Buffer.from(bytes);
    for (let n = 0; n <= random(8); n += 1) flipped[random(flipped.length)]! ^= 1 << random(8);
    return flipped;
  },
  (bytes, random) => bytes.subarray(0, random(bytes.length)),
  (bytes, random) => Buffer.concat([bytes.subarray(0, random(bytes.length)), bytes.subarray(random(bytes.length))]),
  (bytes, random, other) => Buffer.concat([bytes, other.subarray(random(other.length))]),
  (bytes, random, other) => {
    const at = random(bytes.length);
    return Buffer.concat([bytes.subarray(0, at), other.subarray(0, random(400)), bytes.subarray(at)]);
  },
  (bytes, random) => {
    const changed = Buffer.from(bytes);
    // Lengths and sizes are four-byte numbers: the largest ones request the most memory.
    changed.writeUInt32BE(
      [0, 1, 0x7fffffff, 0xffffffff, 0x00010000][random(5)]!,
      random(Math.max(1, changed.length - 4)),
    );
    return changed;
  },
  (bytes, random) => Buffer.concat(Array.from({ length: 1 + random(4) }, () => bytes)),
];

async function seeds(): Promise<Buffer[]> {
  const picture = sharp({ create: { width: 90, height: 60, channels: 4, background: "#C8553D" } });
  const made = await PDFDocument.create();
  made.addPage().drawText("Informe");
  const plain = Buffer.from(await made.save({ useObjectStreams: false }));
  const packed = Buffer.from(await made.save({ useObjectStreams: true }));
  made.addJavaScript("a", "app.alert(1)");
  return [
    await picture.clone().png().toBuffer(),
    await picture
      .clone()
      .jpeg()
      .withExif({ IFD0: { Copyright: "x" } })
      .toBuffer(),
    await picture.clone().gif().toBuffer(),
    await picture.clone().webp().toBuffer(),
    plain,
    packed,
    Buffer.from(await made.save({ useObjectStreams: false })),
    Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"),
  ];
}

test(
  "mutated files are kept or refused, and neither the server nor the process that opens them ends",
  { timeout: 3_600_000 },
  async () => {
    const random = randomFrom(SEED);
    const all = await seeds();
    const token = await ana.token();
    const counted = { accepted: 0, refused: 0, crashed: 0 };
    const { id } = await ana.api.cases.create({ title: "Rodilla", description: "Me duele" });
    for (let n = 0; n < TRIED; n += 1) {
      const [seed, other] = [all[random(all.length)]!, all[random(all.length)]!];
      const body = mutations[random(mutations.length)]!(seed, random, other);
      const path = n % 2 ? "/files/avatars" : `/files/case-studies/${id}?name=a.pdf`;
      const request = new Request(testApp.url + path, {
        method: "PUT",
        body: Uint8Array.from(body),
        headers: { authorization: `Bearer ${token}` },
      });
      const { status } = await testApp.app.fetch(request, { remoteAddress: "127.0.0.1" });
      if (status === 200) counted.accepted += 1;
      else if (status === 415) counted.refused += 1;
      else counted.crashed += 1;
      // A case may have five studies, and a person adds twenty a day.
      await testApp.db.deleteFrom("auth.rate_limits").where("key", "like", "study_account%").execute();
      if (status === 200 && n % 2 === 0)
        await testApp.db
          .updateTable("cases")
          .set({ studies_urls: [] })
          .where("id", "=", id)
          .execute()
          .catch(() => undefined);
    }
    counted.crashed += testApp.app.services.uploadWorkers.deaths;
    const { accepted, refused, crashed } = counted;
    console.log(
      `uploads fuzz: ${TRIED} tried, ${accepted} accepted, ${refused} refused, crashed=${crashed} (seed ${SEED})`,
    );
    expect(accepted).toBeGreaterThan(TRIED / 20);
    expect(refused).toBeGreaterThan(TRIED / 20);
    expect(crashed).toBe(0);
    const answer = await fetch(`${testApp.url}/healthz`);
    expect(answer.status).toBe(200);
  },
);
