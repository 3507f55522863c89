/** A sitemap, or an index of sitemaps, of these lines. */
export function xmlResponse(root: "urlset" | "sitemapindex", lines: readonly string[]): Response {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${lines.join("\n")}
</${root}>
`;
  const headers = { "content-type": "application/xml; charset=utf-8", "cache-control": "public, max-age=3600" };
  return new Response(xml, { headers });
}
