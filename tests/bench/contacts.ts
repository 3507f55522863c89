// npm run bench contacts: prints of each half of the corpora, and of the sets written later, how many texts with contact data are found, and how many without any are masked.
import { HALVES, LATER, measured, measuredLater } from "../contacts/corpora.ts";

const share = (part: number, of: number) => `${part} of ${of} (${((100 * part) / of).toFixed(1)} %)`;

const sets = [
  ...HALVES.map((half) => [half, measured(half)] as const),
  ...LATER.map((set) => [set, measuredLater(set)] as const),
];
for (const [name, { contacts, missed, plain, masked }] of sets) {
  const found = share(contacts - missed.length, contacts);
  console.log(`${name.padEnd(6)}  found ${found}, falsely masked ${share(masked.length, plain)}`);
}
