export const NODE_FLAGS: readonly string[];
export const NODE_ENVIRONMENT: Readonly<Record<string, string>>;
