import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join, relative, sep } from "node:path";
import { getMimeType } from "hono/utils/mime";
import { accepts } from "../server/accepts.server.ts";

const PACKED = [
  ["br", ".br"],
  ["gzip", ".gz"],
] as const;

/**
 * Serves the files that a folder holds when opened, precompressed where available, cached in memory after the first read.
 * Returns false for other requests.
 */
export function openStaticFiles(folder: string): (request: IncomingMessage, response: ServerResponse) => boolean {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = new Set(
    files.map(({ parentPath, name }) => `/${relative(folder, join(parentPath, name)).split(sep).join("/")}`),
  );
  const cache = new Map<string, Promise<Buffer>>();
  const read = (name: string) => {
    const reading = cache.get(name) ?? readFile(join(folder, name));
    cache.set(name, reading);
    // A failed read, as with too many open files, may succeed next time.
    reading.catch(() => cache.delete(name));
    return reading;
  };

  async function answer(name: string, request: IncomingMessage, response: ServerResponse) {
    const packed = PACKED.find(
      ([encoding, ending]) => names.has(name + ending) && accepts(request.headers["accept-encoding"], encoding),
    );
    const bytes = await read(packed ? name + packed[1] : name);
    response
      .writeHead(200, [
        "content-type",
        getMimeType(name) ?? "application/octet-stream",
        "content-length",
        String(bytes.length),
        ...(packed ? ["content-encoding", packed[0]] : []),
        "vary",
        "accept-encoding",
        "x-content-type-options",
        "nosniff",
        "cross-origin-resource-policy",
        "same-origin",
        // Names in this folder change with their content.
        "cache-control",
        name.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "public, max-age=300",
      ])
      .end(request.method === "HEAD" ? undefined : bytes);
  }

  return (request, response) => {
    const [name = ""] = (request.url ?? "").split("?");
    if ((request.method !== "GET" && request.method !== "HEAD") || !names.has(name)) return false;
    answer(name, request, response).catch(() => response.writeHead(500).end());
    return true;
  };
}
