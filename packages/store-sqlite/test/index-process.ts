/*
 * An index in its own process. Arguments: the repository, and the folder of the index. For each line of standard input
 * it prints `start`, updates the index, and prints its answers as one line of JSON.
 */
import { createInterface } from 'node:readline'
import { createGitCli } from '@chronicle/git-cli'
import { createSqliteIndex } from '@chronicle/store-sqlite'

const [dir = '', folder = ''] = process.argv.slice(2)
const git = createGitCli({ dir })
const index = createSqliteIndex({ git, dir: folder })
process.stdout.write('ready\n')
for await (const _ of createInterface({ input: process.stdin })) {
  process.stdout.write('start\n')
  const view = (await index.refresh())._unsafeUnwrap()
  const recent = (await view.recent(100_000))._unsafeUnwrap()
  const paths = (await view.pathsUnder(''))._unsafeUnwrap()
  const codes = view.diagnostics.map(({ code }) => code)
  process.stdout.write(`${JSON.stringify({ notes: view.noteCount, recent, paths, codes })}\n`)
}
index.close()
await git.close()
