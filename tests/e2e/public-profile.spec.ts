import { cast } from "../../app/demo/cast.ts";
import { enter, enterApproved, like } from "../support/people.ts";
import { expect, expectAccessible, test } from "./page.ts";

const stamp = `${Date.now()}`;
const ATTACK = `</script><script>window.broken = true</script><!--`;
const license = `L${stamp}`;
const carla = like(cast.carla, `Carla Pública ${stamp}`, {
  license_number: license,
  phone: "+54 11 7654-3210",
  bio: `Hola ${ATTACK}`,
});
const ana = like(cast.ana, `Ana Pública ${stamp}`);

test("the public profile says to search engines what it shows, and no text in it gets out of its place", async ({
  page,
  baseURL,
}) => {
  const [kine, patient] = [await enterApproved(baseURL!, carla), await enter(baseURL!, ana, "sign up")];
  const address = `${baseURL}/kines/${kine.id}`;
  const dataOf = (html: string) => JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)![1]!);
  expect(dataOf(await (await page.request.get(address)).text())).not.toHaveProperty("aggregateRating");

  const { id } = await patient.api.cases.create({ title: `Secreto ${stamp}`, description: "x" });
  await patient.api.matches.accept({ id: (await kine.api.matches.apply({ case_id: id })).id });
  await patient.api.cases.close({ id });
  await patient.api.reviews.create({ case_id: id, kine_id: kine.id, stars: 4, comment: `Bien ${ATTACK}` });

  const html = await (await page.request.get(address)).text();
  expect(dataOf(html)).toMatchObject({
    "@type": "MedicalBusiness",
    url: address,
    name: `Carla Pública ${stamp}`,
    description: `Hola ${ATTACK}`,
    aggregateRating: { ratingValue: 4, reviewCount: 1 },
    review: [{ author: { name: "Ana P." }, reviewBody: `Bien ${ATTACK}` }],
  });
  for (const secret of [license, carla.email, ana.email, "7654-3210", "76543210", `Secreto ${stamp}`])
    expect(html).not.toContain(secret);

  await page.goto(address);
  await expect(page.getByText(`Bien ${ATTACK}`)).toBeVisible();
  expect(await page.evaluate(() => "broken" in window)).toBe(false);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", address);
  for (const property of ["type", "site_name", "locale", "title", "description", "url", "image", "image:alt"]) {
    await expect(page.locator(`meta[property="og:${property}"]`)).toHaveAttribute("content", /./);
  }
  await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(1);
  await expectAccessible(page);
});

test("robots.txt names the sitemap, which lists the public pages and profiles and nothing else", async ({
  request,
  baseURL,
}) => {
  const pending = await enter(
    baseURL!,
    like(cast.diego, `Diego Mapa ${stamp}`, { license_number: `M${stamp}` }),
    "sign up",
  );
  const kine = await enterApproved(baseURL!, like(cast.carla, `Carla Mapa ${stamp}`, { license_number: `K${stamp}` }));
  expect(await (await request.get("/robots.txt")).text()).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
  const map = await request.get("/sitemap.xml");
  expect(map.headers()["content-type"]).toContain("application/xml");
  const placesIn = (text: string) => [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, place]) => place!);
  const files = placesIn(await map.text());
  const places = (
    await Promise.all(files.map(async (file) => placesIn(await (await request.get(file)).text())))
  ).flat();
  for (const path of ["/", "/como-ordenamos", "/como-moderamos", "/terminos", "/privacidad"])
    expect(places).toContain(`${baseURL}${path}`);
  expect(places).toContain(`${baseURL}/kines/${kine.id}`);
  expect(places).not.toContain(`${baseURL}/kines/${pending.id}`);
  expect(
    places.filter(
      (place) =>
        !/\/(como-ordenamos|como-moderamos|terminos|privacidad)?$|\/kines\/[0-9a-f-]{36}$|\/kinesiologos(\/[a-z-]+)*$/.test(
          place,
        ),
    ),
  ).toEqual([]);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("a profile ends in a bar that stays in view, says only what is stated, and asks the specialist", async ({
    page,
    baseURL,
  }) => {
    const kine = await enterApproved(
      baseURL!,
      like(cast.carla, `Carla Barra ${stamp}`, { license_number: `B${stamp}`, bio: "Atiendo rodillas." }),
    );
    await page.goto(`/kines/${kine.id}`);
    const ask = page.getByRole("link", { name: "Pedirle que me atienda" });
    const bar = page.locator("[data-bottom-bar]");
    await expect(ask).toBeInViewport();
    await expect(bar.locator("p")).toHaveText("$25.000 - $35.000");
    await kine.api.prices.save({ prices: [{ modality: "consultorio", session: 18_000, first: null, ten: null }] });
    await page.reload();
    await expect(bar.locator("p")).toHaveText("$18.000");
    expect(await page.locator("main h2").allTextContents()).toEqual([
      "Reseñas",
      "Precios",
      "Disponibilidad",
      "Sobre mí",
      "Matrícula",
      "Contacto",
    ]);
    await expect(page.getByRole("link", { name: "Compartir" })).toHaveText("");
    await expectAccessible(page);
    await ask.click();
    await expect(page).toHaveURL(/\/auth/);
    expect(await page.evaluate(() => sessionStorage.getItem("chosen-kine"))).toContain(kine.id);
  });
});
