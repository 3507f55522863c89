import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** A message as received: its envelope recipients, and what a mailbox shows. */
type Received = Email & { recipients: string[] };

/** A real mail server on a port of 127.0.0.1 that stores messages; `options` make it refuse or wait. */
export async function openMailServer(options: SMTPServerOptions = {}, port = 0) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    ...options,
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", async () => {
        const email = await PostalMime.parse(Buffer.concat(parts));
        received.push({ ...email, recipients: session.envelope.rcptTo.map(({ address }) => address) });
        done();
      });
    },
  });
  // A client's disconnect is not an error here.
  server.on("error", () => undefined);
  await new Promise<void>((listening) => server.listen(port, "127.0.0.1", listening));
  const { port: chosen } = server.server.address() as AddressInfo;
  return {
    received,
    port: chosen,
    url: `smtp://127.0.0.1:${chosen}`,
    close: () => new Promise<void>((closed) => server.close(closed)),
  };
}

/** An error that the mail server answers with this code. */
export const answer = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode });
