import type { LineRange } from '@chronicle/schema'
import { runProgram } from '../../src/demo/run-program.ts'

/** A commit of the line history of a unit. */
export interface LineCommit {
  readonly commit: string
  /** Author date, `YYYY-MM-DD`. */
  readonly date: string
  readonly author: string
  readonly message: string
}

const FIELD = '\u001f'
const RECORD = '\u001e'

/** Returns the commits that `git log -L` lists for lines of a file at the tip, newest first. */
export async function lineHistory(
  dir: string,
  file: string,
  { start, end }: LineRange,
): Promise<readonly LineCommit[]> {
  const format = `--format=%H${FIELD}%as${FIELD}%an${FIELD}%B${RECORD}`
  const printed = await runProgram('git', ['log', '--no-patch', format, '-L', `${start},${end}:${file}`], { cwd: dir })
  return printed
    .split(RECORD)
    .slice(0, -1)
    .map((record) => {
      const [commit = '', date = '', author = '', message = ''] = record.trim().split(FIELD)
      return { commit, date, author, message: message.trim() }
    })
}

/** Formats the messages as an agent reads them, newest first. */
export function messagesText(commits: readonly LineCommit[]): string {
  return commits
    .map(({ commit, date, author, message }) => `commit ${commit.slice(0, 7)} ${date} ${author}\n${message}\n`)
    .join('\n')
}
