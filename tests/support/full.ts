/** Whether each test that has a short form runs in its full one: `npm run test:nightly`. */
export const isFull = process.env["FULL"] === "1";
