import { randomUUID } from "node:crypto";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import type { Logger } from "pino";
import { AppError } from "../../shared/app-error.server.ts";
import type { Settings } from "../settings.ts";
import type { Bucket, Storage } from "./storage.server.ts";

type S3Settings = NonNullable<Settings["s3"]>;

const CONNECT_MS = 2_000;
/** A transfer that makes no progress for this long is aborted. */
const SILENCE_MS = 10_000;
/** The time until an answer begins, including the client's own retries; a write sends up to 10 MB first. */
const ANSWER_MS = 6_000;
const WRITE_MS = 20_000;
const TRIES = 3;

/**
 * Storage in a bucket of an S3 server, with one folder for each of our buckets (`avatars`, `case-studies` …). Throws a one-line
 * error when it cannot be used.
 */
export async function openS3Storage(settings: S3Settings, log: Pick<Logger, "warn">): Promise<Storage> {
  const { endpoint, region, accessKeyId, secretAccessKey, forcePathStyle, bucket: Bucket } = settings;
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: TRIES,
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENCE_MS },
    // Many S3-compatible servers do not support the newer checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });

  const write = (Key: string, Body: Uint8Array) =>
    within(WRITE_MS, (abortSignal) => client.send(new PutObjectCommand({ Bucket, Key, Body }), { abortSignal }));
  const remove = (Key: string) =>
    within(ANSWER_MS, (abortSignal) => client.send(new DeleteObjectCommand({ Bucket, Key }), { abortSignal }));
  const page = (Prefix: string, ContinuationToken?: string) =>
    within(ANSWER_MS, (abortSignal) =>
      client.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }), { abortSignal }),
    );

  /** Lists, writes and deletes once, so that a read-only key fails at the start and not at the first upload. */
  async function check() {
    const key = `checks/${randomUUID()}`;
    await page(key);
    await write(key, Buffer.from("x"));
    await remove(key);
  }

  /** Waits for an answer; null when the object does not exist. Throws UNAVAILABLE for any other error. */
  async function answer<T>(request: Promise<T>): Promise<T | null> {
    try {
      return await request;
    } catch (error) {
      const { name, message, statusCode } = faultOf(error);
      if (statusCode === 404 && name !== "NoSuchBucket") return null;
      log.warn({ reason: `${name}: ${message}` }, "the file store does not answer");
      throw new AppError("UNAVAILABLE");
    }
  }

  await check().catch((error: unknown) => {
    client.destroy();
    throw new Error(explain(error, settings));
  });

  const keyOf = (bucket: Bucket, path: string) => `${bucket}/${path}`;
  return {
    async write(bucket, path, bytes) {
      if (!(await answer(write(keyOf(bucket, path), bytes)))) throw new AppError("UNAVAILABLE");
    },
    async find(bucket, path) {
      const command = new HeadObjectCommand({ Bucket, Key: keyOf(bucket, path) });
      const head = await answer(within(ANSWER_MS, (abortSignal) => client.send(command, { abortSignal })));
      return head && { size: head.ContentLength ?? 0 };
    },
    async open(bucket, path) {
      const command = new GetObjectCommand({ Bucket, Key: keyOf(bucket, path) });
      const found = await answer(within(ANSWER_MS, (abortSignal) => client.send(command, { abortSignal })));
      if (!found?.Body) return null;
      return { size: found.ContentLength ?? 0, bytes: found.Body.transformToWebStream() as ReadableStream<Uint8Array> };
    },
    async *list(bucket, folder) {
      const prefix = keyOf(bucket, folder ? `${folder}/` : "");
      let next: string | undefined;
      do {
        const found = await answer(page(prefix, next));
        for (const { Key } of found?.Contents ?? []) {
          if (Key) yield Key.slice(bucket.length + 1);
        }
        next = found?.NextContinuationToken;
      } while (next);
    },
    async remove(bucket, path) {
      await answer(remove(keyOf(bucket, path)));
    },
    close: () => client.destroy(),
  };
}

/** Aborts a request whose answer has not begun in time; the rest of the answer has no time limit. */
async function within<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), ms);
  try {
    return await work(waiting.signal);
  } finally {
    clearTimeout(timer);
  }
}

function faultOf(error: unknown): { name: string; message: string; statusCode: number | undefined } {
  const { name, code, message, $metadata } = error as Error & {
    code?: string;
    $metadata?: { httpStatusCode?: number };
  };
  return { name: code ?? name, message, statusCode: $metadata?.httpStatusCode };
}

function explain(error: unknown, { endpoint, bucket, region }: S3Settings): string {
  const { name, statusCode } = faultOf(error);
  const { host } = new URL(endpoint);
  if (statusCode === 404) return `S3_URL: there is no bucket ${bucket} at ${host}`;
  if (statusCode === 403)
    return `S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: ${host} does not let them read and write in ${bucket} (${name})`;
  if (statusCode === 301 || name === "AuthorizationHeaderMalformed")
    return `S3_REGION: the bucket ${bucket} at ${host} is not in ${region}`;
  return `S3_URL: no S3 server answers at ${host} (${name})`;
}
