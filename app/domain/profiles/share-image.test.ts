import sharp from "sharp";
import { expect, test } from "vitest";
import { openLruCache } from "../../platform/lru-cache.server.ts";
import { openFairQueue } from "../../platform/fair-queue.server.ts";
import { shareCard } from "./share-card.server.ts";
import { drawShareImage, shareImage, shareTag } from "./share-image.server.ts";

const carla = {
  name: "Carla Benítez",
  specialty: "Kinesiología deportiva",
  location_city: "Palermo",
  price_range: "$25.000 - $35.000",
  review_count: 7,
  rating_from: 1,
  average_stars: 4.6,
  license_checked: true,
};
const hostile = {
  ...carla,
  name: `${"Wolfeschlegelsteinhausenbergerdorff".repeat(3)} "><script>`,
  specialty: "日本 😀 Łódź & <b>",
  location_city: "M".repeat(80),
  review_count: 1,
  rating_from: 1,
  average_stars: null,
  license_checked: false,
};
const long = {
  ...carla,
  name: "María de los Ángeles Fernández Echeverría Ñandú",
  specialty: "Rehabilitación traumatológica y posquirúrgica de miembro inferior",
};

test.each([
  ["as most are", carla],
  ["with a long name", long],
  ["with texts that do not fit", hostile],
])("a profile's picture is a PNG of 1200 by 630 that is drawn without fonts, %s", async (_, profile) => {
  const png = await drawShareImage(profile, "Kinexo");
  expect(await sharp(png).metadata()).toMatchObject({ format: "png", width: 1200, height: 630 });
  expect(png.length).toBeLessThan(100_000);
  const svg = shareCard(profile, "Kinexo");
  expect(svg).not.toMatch(/<text|<script|<image|NaN|undefined|Infinity/);
  // The name has the right position and text colour, and does not overlap the arch.
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  const darkAt = (left: number, right: number) => {
    let dark = 0;
    for (let y = 150; y < 330; y++)
      for (let x = left; x < right; x++) if (data[(y * info.width + x) * info.channels]! < 60) dark++;
    return dark;
  };
  expect(darkAt(84, 734)).toBeGreaterThan(3_000);
  expect(darkAt(740, 786)).toBe(0);
});

test("a profile's picture differs with each thing that it shows, and with nothing else", () => {
  const tag = shareTag(carla, "Kinexo");
  const changes = [
    { name: "Carla B." },
    { specialty: null },
    { location_city: "Boedo" },
    { price_range: null },
    { review_count: 8 },
    { average_stars: 4.5 },
    { license_checked: false },
  ];
  const tags = [tag, shareTag(carla, "Otro"), ...changes.map((change) => shareTag({ ...carla, ...change }, "Kinexo"))];
  expect(new Set(tags).size).toBe(9);
  const drawings = changes.map((change) => shareCard({ ...carla, ...change }, "Kinexo"));
  expect(new Set([shareCard(carla, "Kinexo"), ...drawings]).size).toBe(8);
  const secrets = { phone: "+54 11 5555-3333", email: "carla@example.com", license_number: "MN 10432" };
  expect(shareTag({ ...carla, ...secrets }, "Kinexo")).toBe(tag);
  expect(shareCard({ ...carla, ...secrets }, "Kinexo")).toBe(shareCard(carla, "Kinexo"));
});

test("a picture that was drawn is kept for a while, and many asked for at once from one network wait or are refused", async () => {
  const services = {
    images: openFairQueue({ total: 1, perKey: 1, waiting: 2 }),
    shareImages: openLruCache<Uint8Array<ArrayBuffer>>(2),
  };
  const ask = (review_count: number, clientAddress = "2001:db8::1") =>
    shareImage({ services, clientAddress }, { ...carla, review_count }, "Kinexo");
  const answers = await Promise.allSettled([
    ...[1, 2, 3, 4].map((count) => ask(count)),
    ask(5, "2001:db8::2"),
    ask(6, "2001:db8:0:1::1"),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "fulfilled",
    "rejected",
    "rejected",
    "fulfilled",
  ]);
  expect(answers[4]).toMatchObject({ reason: { code: "UNAVAILABLE" } });
  const last = await ask(3);
  expect(await ask(3)).toBe(last);
  const second = await ask(2);
  await ask(7);
  expect(await ask(2)).toBe(second);
  expect(await ask(3)).not.toBe(last);
});
