/** A window of a browser. `evaluate` runs a function's text in its page and returns JSON. */
export type Driver = {
  open(url: string): Promise<void>;
  evaluate(code: string, ...args: readonly unknown[]): Promise<unknown>;
  click(x: number, y: number): Promise<void>;
  /** Presses keys one by one: characters, or "Enter". */
  press(...keys: readonly string[]): Promise<void>;
  setFiles(selector: string, files: readonly string[]): Promise<void>;
  go(way: "back" | "forward" | "reload"): Promise<void>;
  close(): Promise<void>;
};

export const WINDOW = { width: 1_366, height: 900 };
