type Answers = { short: string; denials: number; extras: number; confirmations: number };

/** "2 pacientes dijeron que no atiende por IOMA; ninguno, que cobró un plus ni que sí." */
export function answersWords({ short, denials, extras, confirmations }: Answers): string {
  const said = (n: number, of = "") => `${n}${of} ${n === 1 ? "dijo" : "dijeron"}`;
  const [many, none] = [
    [denials, `que no atiende por ${short}`] as const,
    [extras, "que cobró un plus"] as const,
    [confirmations, "que sí"] as const,
  ].reduce<[string[], string[]]>(
    ([some, rest], [n, what]) => {
      if (n === 0) return [some, [...rest, what]];
      const of = some.length > 0 ? "" : n === 1 ? " paciente" : " pacientes";
      return [[...some, `${said(n, of)} ${what}`], rest];
    },
    [[], []],
  );
  if (many.length === 0) return `Ningún paciente dijo ${none.join(" ni ")}.`;
  return `${[...many, ...(none.length > 0 ? [`ninguno, ${none.join(" ni ")}`] : [])].join("; ")}.`;
}
