import { cast } from "../../app/demo/cast.ts";
import { enter, like } from "../support/people.ts";
import { expect, signInByForm, test } from "./page.ts";

const member = like(cast.ana, "Olvidadiza");

test.use({ expectedProblems: [/the server responded with a status of 400/] });

test(
  "after failed sign-ins the browser proves work by itself, and the person notices a second at most",
  { tag: "@operations/full" },
  async ({ page, baseURL }) => {
    await enter(baseURL ?? "", member, "sign up");
    await page.goto("/auth?mode=signin");
    await page.getByLabel("Email").fill(member.email);
    for (let failure = 0; failure < 4; failure += 1) {
      await page.getByLabel("Contraseña", { exact: true }).fill(`Equivocada-${failure}`);
      const answered = page.waitForResponse(
        (response) =>
          response.url().includes("grant_type=password") && !response.request().postData()?.includes("captcha_token"),
      );
      await page.getByRole("button", { name: "Iniciar sesión" }).click();
      await answered;
      await expect(page.getByText("Email o contraseña incorrectos").first()).toBeVisible();
    }
    const challenge = page.waitForResponse((response) => response.url().endsWith("/auth/v1/captcha"));
    await signInByForm(page, member);
    expect((await challenge).status()).toBe(200);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Mis Casos");
  },
);
