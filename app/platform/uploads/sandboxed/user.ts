/** Becomes the user that the program was started with as its last argument, if with any: root reads the code, which others may not reach. */
export function becomeUser(): void {
  const user = Number(process.argv[2] ?? 0);
  if (!user) return;
  process.setgroups?.([]);
  process.setgid?.(user);
  process.setuid?.(user);
}
