import { createSign, generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { readDeliveryReport } from "../../app/platform/mail/reports/delivery-report.ts";
import { readProviderReport, readSesReport } from "../../app/platform/mail/reports/provider-reports.ts";
import { readSigned, signedText } from "../../app/platform/mail/reports/sns.server.ts";
import { KINDS, madeReport, seeded } from "./reports.ts";

const ID = "019a0000-0000-7000-8000-000000000001@localhost";

test("four hundred reports of twenty kinds, by the standards' and the providers' forms, are read as what they say", () => {
  const random = seeded(20_261_128);
  const wrong: string[] = [];
  for (const kind of KINDS)
    for (let n = 0; n < 20; n += 1) {
      const { body, ses, expected } = madeReport(kind, ID, random);
      const read = ses
        ? readSesReport(ses)
        : body.startsWith("{")
          ? readProviderReport(JSON.parse(body))
          : readDeliveryReport(body);
      const got = read === null ? null : read.messageId === ID ? read.bounce.kind : "of another";
      if (got !== expected) wrong.push(`${kind[0]}: ${got} for ${expected}`);
    }
  expect(KINDS).toHaveLength(20);
  expect(wrong.length / 400, wrong.join("\n")).toBeLessThanOrEqual(0.02);
});

test("a notification counts when Amazon's key signed it for our topic, and no other", async () => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const topic = "arn:aws:sns:sa-east-1:123456789012:mails";
  const unsigned = {
    Type: "Notification" as const,
    MessageId: "m",
    TopicArn: topic,
    Message: "{}",
    Timestamp: "2026-11-28T15:00:00Z",
    SignatureVersion: "2" as const,
    SigningCertURL: "https://sns.sa-east-1.amazonaws.com/SimpleNotificationService-1.pem",
  };
  const signed = (of: typeof unsigned | (Omit<typeof unsigned, "SignatureVersion"> & { SignatureVersion: "1" })) => ({
    ...of,
    Signature: createSign(of.SignatureVersion === "1" ? "RSA-SHA1" : "RSA-SHA256")
      .update(signedText(of))
      .sign(privateKey, "base64"),
  });
  const asked: string[] = [];
  const read = (json: object) =>
    readSigned(json, topic, async (url) => {
      asked.push(url);
      return publicKey.export({ type: "spki", format: "pem" }).toString();
    });
  expect(await read(signed(unsigned))).toMatchObject({ TopicArn: topic });
  expect(await read(signed({ ...unsigned, SignatureVersion: "1" }))).not.toBeNull();
  expect(await read({ ...signed(unsigned), Message: "{ }" })).toBeNull();
  asked.length = 0;
  expect(await read(signed({ ...unsigned, TopicArn: `${topic}2` }))).toBeNull();
  for (const SigningCertURL of [
    "https://sns.sa-east-1.amazonaws.com.evil.example/a.pem",
    "https://evil.example/sns.sa-east-1.amazonaws.com/a.pem",
    "http://sns.sa-east-1.amazonaws.com/a.pem",
    "https://bucket.s3.amazonaws.com/a.pem",
  ])
    expect(await read(signed({ ...unsigned, SigningCertURL }))).toBeNull();
  expect(asked).toEqual([]);
});
