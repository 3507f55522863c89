import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

/**
 * Modules that the browser loads as one file, each with what it imports. Without groups Rolldown makes a file for each set of
 * screens that share a module: up to 95 a screen, and each costs the browser and the server some milliseconds.
 */
const groups = [
  // What every page loads.
  { name: "root", test: /app\/root\.tsx|node_modules\/react-dom\/client|node_modules\/react-router\/.*dom-export/ },
];

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
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
    // The server bundle is the whole application, pages included, so that loaders share its modules.
    ssr: { build: { rolldownOptions: { input: "./app/server/entry.ts" } } },
  },
});
