type Answers = { short: string; denials: number; extras: number; confirmations: number };

/** "2 pacientes dijeron que no atiende por IOMA. Nadie dijo que sí ni que cobró un plus." */
export function answersWords({ short, denials, extras, confirmations }: Answers): string {
  const all = [
    [denials, `que no atiende por ${short}`],
    [confirmations, "que sí"],
    [extras, "que cobró un plus"],
  ] as const;
  const said = all.flatMap(([n, what], place) => {
    const isFirst = all.slice(0, place).every(([before]) => before === 0);
    const people = isFirst ? (n === 1 ? " paciente" : " pacientes") : "";
    return n === 0 ? [] : `${n}${people} ${n === 1 ? "dijo" : "dijeron"} ${what}.`;
  });
  const unsaid = all.flatMap(([n, what]) => (n === 0 ? what : []));
  return [...said, ...(unsaid.length > 0 ? [`Nadie dijo ${unsaid.join(" ni ")}.`] : [])].join(" ");
}
