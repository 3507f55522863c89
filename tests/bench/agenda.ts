// npm run bench -- agenda [BOOKINGS]: the free times of an agenda, and booking one, among 20,000 specialists who have so many bookings together; free
// times relative to a bare server with the same statements, bookings to one that inserts a booking alone. The variables of `bench -- api` apply.
process.env["BENCH_ONLY"] ??= "agendas.slots,bookings.book";
process.env["BENCH_CONNECTIONS"] ??= "32";
process.env["BENCH_BOOKINGS"] = process.argv[2] ?? "800000";
process.argv.length = 2;
await import("./run.ts");
export {};
