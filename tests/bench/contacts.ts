// npm run bench contacts: prints of each half of the corpora how many texts with contact data are found, and how many without any are masked.
import { HALVES, measured } from "../contacts/corpora.ts";

const share = (part: number, of: number) => `${part} of ${of} (${((100 * part) / of).toFixed(1)} %)`;

for (const half of HALVES) {
  const { contacts, missed, plain, masked } = measured(half);
  const found = share(contacts - missed.length, contacts);
  console.log(`${half.padEnd(6)}  found ${found}, falsely masked ${share(masked.length, plain)}`);
}
