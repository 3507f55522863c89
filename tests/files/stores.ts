import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { startS3 } from "../support/s3-server.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

/** A server with direct access to its file storage. */
export type TestStore = {
  testApp: TestApp;
  /** The file names in a folder. */
  names(folder: string): Promise<string[]>;
  /** The local file that holds a stored file. */
  at(path: string): string;
  close(): Promise<void>;
};

async function openFolder(environment?: Record<string, string>): Promise<TestStore> {
  const testApp = await openTestApp(environment);
  const at = (path: string) => join(testApp.dataDir, "files", path);
  return { testApp, at, names: (folder) => readdir(at(folder)).catch(() => []), close: () => testApp.close() };
}

async function openBucket(environment?: Record<string, string>): Promise<TestStore> {
  const server = await startS3();
  const testApp = await openTestApp({ ...environment, ...server.env });
  return {
    testApp,
    at: server.at,
    async names(folder) {
      const files = await readdir(server.folder(folder)).catch(() => []);
      return files.flatMap((file) => server.nameOf(file) ?? []);
    },
    async close() {
      await testApp.close();
      await server.close();
    },
  };
}

/** Every kind of file storage. */
export const stores = [
  ["a folder", openFolder],
  ["an S3 server", openBucket],
] as const;
