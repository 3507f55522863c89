import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime from "postal-mime";

/** A message as a mail program shows it, with its button's URL. */
type Message = { subject: string; text: string; html: string; link: string };

/** The messages to an address in an outbox, the latest last. */
export async function messagesTo(outbox: string, address: string): Promise<Message[]> {
  const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith(".eml"));
  const files = await Promise.all(names.toSorted().map((name) => readFile(join(outbox, name))));
  // Filters before parsing: all messages of a long run would take seconds to parse.
  const letters = await Promise.all(
    files.filter((file) => file.includes(address)).map((file) => PostalMime.parse(file)),
  );
  return letters
    .filter(({ to }) => to?.some((one) => one.address === address))
    .map(({ subject, text, html }) => ({
      subject: subject ?? "",
      text: text ?? "",
      html: html ?? "",
      link: /https?:\/\/\S+/.exec(text ?? "")?.[0] ?? "",
    }));
}
