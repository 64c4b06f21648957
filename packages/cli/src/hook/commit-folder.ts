/**
 * Returns the folder in which a shell command makes a commit, relative to where it runs: `''` for `git commit …`, `x`
 * for `cd a && git -C x commit`. Returns `undefined` if it makes none. Quoting is not interpreted, so folders with
 * spaces and aliases are missed; that only loses a reminder.
 */
export function commitFolder(command: string): string | undefined {
  for (const part of command.split(/&&|\|\||[;|\n(){}]/u)) {
    const words = part.trim().split(/\s+/u)
    while (/^[A-Za-z_][A-Za-z0-9_]*=/u.test(words[0] ?? '')) words.shift()
    if (words.shift() !== 'git') continue
    let dir = ''
    while (words[0]?.startsWith('-') === true) {
      const option = words.shift()
      if (option === '-C') dir = unquoted(words.shift() ?? '')
      if (option === '-c') words.shift()
    }
    if (words[0] === 'chronicle') words.shift()
    if (words[0] === 'commit' && !words.includes('--dry-run')) return dir
  }
  return undefined
}

function unquoted(word: string): string {
  return word.replace(/^(["'])(.*)\1$/u, '$2')
}
