/* Preloaded into a server: shifts its clock by CLOCK_SHIFT milliseconds, and lets it jump by up to an
   hour, either way, at each SIGUSR2. */
const HOUR = 3_600_000;
const RealDate = Date;
let shift = Number(process.env["CLOCK_SHIFT"] ?? 0);

const now = () => RealDate.now() + shift;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args: [], newTarget: NewableFunction) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as object,
  get: (target, key, receiver) => (key === "now" ? now : (Reflect.get(target, key, receiver) as unknown)),
});
process.on("SIGUSR2", () => (shift = Math.round((Math.random() * 2 - 1) * HOUR)));
