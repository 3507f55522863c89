/**
 * Switches to the user id in the last argument, if there is one: root starts the program because other users may not be able to read the
 * code.
 */
export function becomeUser(): void {
  const user = Number(process.argv[2] ?? 0);
  if (!user) return;
  process.setgroups?.([]);
  process.setgid?.(user);
  process.setuid?.(user);
}
