import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  buildDirectory: "build",
  ssr: true,
  routeDiscovery: { mode: "initial" },
  // The document starts a screen's first calls itself: a loader in a chunk of its own would only be one more request.
  splitRouteModules: false,
} satisfies Config;
