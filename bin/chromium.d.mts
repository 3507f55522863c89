export function findChromium(): string;
