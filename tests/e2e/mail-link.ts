import { messagesTo } from "../support/outbox.ts";
import { expect } from "./page.ts";

/** The link of the latest message to an address with this subject. */
export async function linkTo(address: string, subject: RegExp): Promise<string> {
  let link = "";
  await expect
    .poll(
      async () => {
        const letters = await messagesTo(`${process.env["E2E_DATA_DIR"]}/outbox`, address);
        link = letters.findLast((one) => subject.test(one.subject))?.link ?? "";
        return link;
      },
      { timeout: 30_000 },
    )
    .not.toBe("");
  return link;
}
