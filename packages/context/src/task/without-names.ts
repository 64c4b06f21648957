/**
 * The task without the words that only name the project: they are said of all its code, and would find the files that
 * happen to be called so. A name stays where it is written as code (`Flask.run`, `sphinx/ext`, a name alone in
 * backticks), and where nothing else is said.
 */
export function withoutNames(task: string, names: ReadonlySet<string>): string {
  if (names.size === 0) return task
  const left = task.replace(WORD, (word, at: number) =>
    names.has(word.toLowerCase()) && isApart(task, at, word) ? ' ' : word,
  )
  return /[\p{L}\p{N}]/u.test(left) ? left : task
}

const WORD = /[\p{L}\p{N}_$]+/gu

/** Whether a word stands in prose, and not in a path, a qualified name, an option or backticks of its own. */
function isApart(task: string, at: number, word: string): boolean {
  const [before, after] = [task.slice(Math.max(0, at - 1), at), task.slice(at + word.length, at + word.length + 3)]
  if (before === '`' && after.startsWith('`')) return false
  return !/[./\\@:-]/.test(before) && !/^(?:[/\\(-]|[.:]+[\p{L}\p{N}_$])/u.test(after)
}
