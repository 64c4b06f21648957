/**
 * Returns the task without words that only name the project. Such a word applies to all of its code, and would match
 * files that happen to have that name. A name stays if it is written as code (`Flask.run`, `sphinx/ext`, a name alone
 * in backticks), or if the task contains nothing else.
 */
export function removeProjectNames(task: string, names: ReadonlySet<string>): string {
  if (names.size === 0) return task
  const left = task.replace(WORD, (word, at: number) =>
    names.has(word.toLowerCase()) && isProse(task, at, word) ? ' ' : word,
  )
  return /[\p{L}\p{N}]/u.test(left) ? left : task
}

const WORD = /[\p{L}\p{N}_$]+/gu

/**
 * Whether a word is part of prose, and not of a path, a qualified name, an option, a call or a code span of its own.
 */
function isProse(task: string, at: number, word: string): boolean {
  const [before, after] = [task.slice(Math.max(0, at - 1), at), task.slice(at + word.length, at + word.length + 3)]
  if (before === '`' && after.startsWith('`')) return false
  return !/[./\\@:-]/.test(before) && !/^(?:[/\\(-]|[.:]+[\p{L}\p{N}_$])/u.test(after)
}
