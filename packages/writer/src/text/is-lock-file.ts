const LOCK_FILE =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|go\.sum|gradle\.lockfile|pnpm-lock\.yaml|bun\.lockb|[\w.-]+\.lock)$/i

/** Returns whether a file lists exact versions of dependencies, judged by its path. */
export function isLockFile(path: string): boolean {
  return LOCK_FILE.test(path)
}
