// npm run bench -- agenda [BOOKINGS]: the free times of an agenda, and booking one, among 20,000 specialists who have so many bookings together; free
// times relative to a bare server with the same statements, bookings to one that inserts a booking alone. The variables of `bench -- api` apply.
import { argv, env } from "node:process";

env["BENCH_ONLY"] ??= "agendas.slots,bookings.book";
env["BENCH_CONNECTIONS"] ??= "32";
env["BENCH_BOOKINGS"] = argv[2] ?? "800000";
argv.length = 2;
await import("./run.ts");
