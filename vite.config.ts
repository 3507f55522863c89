import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { target: "es2022" },
  // Found at once, so that the first visit of a screen in development needs no second bundling of its libraries.
  optimizeDeps: { entries: ["app/root.tsx", "app/screens/**/*.tsx"] },
  // Of these the server needs a part, which costs less memory and fewer files to find than all of them.
  ssr: {
    noExternal: [
      /^react-aria/,
      /^@react-aria\//,
      /^react-stately/,
      /^@react-stately\//,
      "sonner",
      "react-hook-form",
      "@hookform/resolvers",
    ],
  },
  // The server bundle is the whole application, pages included, so that loaders share its modules.
  environments: { ssr: { build: { rolldownOptions: { input: "./app/server/entry.ts" } } } },
});
