// A host of files, for the page without a server.

import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json" };

/** A host of files below a path, as a page of a project has one. @param {string} folder */
export async function host(folder) {
  let sent = 0;
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://host");
    const name = pathname.replace(/^\/page\//, "") || "index.html";
    try {
      const bytes = await readFile(join(folder, normalize(name)));
      const type = /** @type {Record<string, string>} */ (TYPES)[extname(name)];
      // Hosts pack what is known to be text, and nothing else.
      const packed = type ? gzipSync(bytes) : bytes;
      const etag = `"${createHash("sha1").update(bytes).digest("hex")}"`;
      if (request.headers["if-none-match"] === etag) return response.writeHead(304, { etag }).end();
      sent += packed.length;
      response.writeHead(200, { etag, "content-type": type ?? "application/octet-stream", ...(type ? { "content-encoding": "gzip" } : {}) }).end(packed);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(null)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return { url: `http://localhost:${port}/page/`, close: () => server.close(), sent: () => sent };
}
