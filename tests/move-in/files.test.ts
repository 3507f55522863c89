import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CreateBucketCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { expect, test } from "vitest";
import { storedAt } from "../../app/commands/move-in/file-names.ts";
import { openFolder, openS3 } from "../../app/commands/move-in/file-place.ts";
import { makeFolder } from "../support/folder.ts";
import { startS3 } from "../support/s3-server.ts";

test("an address of the old storage names a bucket and a path in it; others, and those that climb out, name nothing", () => {
  const storage = "https://ref.supabase.co/storage/v1/object";
  expect(storedAt(`${storage}/public/avatars/a/avatar.png?t=1`, "avatars")).toEqual({
    bucket: "avatars",
    path: "a/avatar.png",
  });
  expect(storedAt(`${storage}/sign/case-studies/a/b/mi%20estudio.pdf?token=x`, "x")).toEqual({
    bucket: "case-studies",
    path: "a/b/mi estudio.pdf",
  });
  expect(storedAt("a/b/1.pdf", "case-studies")).toEqual({ bucket: "case-studies", path: "a/b/1.pdf" });
  for (const other of [
    "https://lh3.googleusercontent.com/a/photo",
    `${storage}/public/avatars/../../etc/passwd`,
    `${storage}/public/avatars/%2e%2e/secret`,
    `${storage}/public/avatars/a%5c..%5cb`,
    `${storage}/public/avatars/a%E0%A4%A`,
    "/etc/passwd",
    "",
  ])
    expect(storedAt(other, "avatars")).toBeNull();
});

test("files are read in a folder, of several versions the newest, and never outside of it; or from an S3 address", async () => {
  const root = makeFolder("old-storage");
  const put = (path: string, text: string) => {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  put("avatars/a/avatar.png", "plain");
  put("avatars/b/avatar.png/v1", "first");
  put("outside.txt", "no");
  mkdirSync(join(root, "inner/avatars"), { recursive: true });
  symlinkSync(join(root, "outside.txt"), join(root, "inner/avatars/link"));
  const folder = await openFolder(root);
  expect(String(await folder.read("avatars", "a/avatar.png"))).toBe("plain");
  expect(String(await folder.read("avatars", "b/avatar.png"))).toBe("first");
  expect(await folder.read("avatars", "c/avatar.png")).toBeNull();
  expect(await (await openFolder(join(root, "inner"))).read("avatars", "link")).toBeNull();
  await expect(openFolder(join(root, "none"))).rejects.toThrow("there is no folder");

  const server = await startS3();
  try {
    const credentials = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER", region: "us-east-1" };
    const client = new S3Client({ endpoint: server.url, forcePathStyle: true, region: "us-east-1", credentials });
    await client.send(new CreateBucketCommand({ Bucket: "avatars" }));
    await client.send(new PutObjectCommand({ Bucket: "avatars", Key: "a/avatar.png", Body: "bytes" }));
    client.destroy();
    const place = await openS3(server.url, credentials);
    expect(String(await place.read("avatars", "a/avatar.png"))).toBe("bytes");
    expect(await place.read("avatars", "b/avatar.png")).toBeNull();
    await expect(place.read("no-such-bucket", "b/avatar.png")).rejects.toThrow("MOVE_S3_URL");
    place.close();
  } finally {
    await server.close();
  }
});
