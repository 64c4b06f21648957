/*
 * Opens a repository, finds the commits that changed some lines of HEAD, and prints how many there are, how long that
 * took without loading the program, and the largest resident set of this process in megabytes. Plain JavaScript, so that
 * nothing but what is measured is loaded. Arguments: folder, path, first line, last line, and the name of the unit.
 */
import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { createLineHistoryReader } from '@chronicle/core'
import { createGitCli } from '@chronicle/git-cli'

const [dir = '', file = '', start, end, name] = process.argv.slice(2)
const started = performance.now()
const git = createGitCli({ dir })
const head = (await git.resolve('HEAD'))._unsafeUnwrap()
if (head === undefined) throw new Error(`${dir} has no commits`)
const read = createLineHistoryReader({ git, ast: createTreeSitterParser() })
const path = /** @type {import('@chronicle/schema').RepoPath} */ (file)
const lines = { start: Number(start), end: Number(end) }
const asked = { at: { commit: head }, head, path, lines, maxRevisions: Infinity }
const found = (await read(name === undefined ? asked : { ...asked, name }))._unsafeUnwrap()
const milliseconds = performance.now() - started
await git.close()
const megabytes = process.resourceUsage().maxRSS / 1024
process.stdout.write(JSON.stringify({ count: found.revisions.length, milliseconds, megabytes }))
