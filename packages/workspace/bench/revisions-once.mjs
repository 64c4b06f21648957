/*
 * Opens a repository, asks for the revisions of a file, for all ancestors of HEAD, or for the paths that its newest
 * commits changed, and prints how many there are and the largest resident set of this process in megabytes. Plain
 * JavaScript, so that nothing but what is measured is loaded. Arguments: folder, method, then the path and perhaps a
 * time in seconds, or the number of commits.
 */
import { createGitCli } from '@chronicle/git-cli'

const [dir = '', method = '', argument = '', since] = process.argv.slice(2)
const git = createGitCli({ dir })
const from = (await git.resolve('HEAD'))._unsafeUnwrap()
if (from === undefined) throw new Error(`${dir} has no commits`)
const path = /** @type {import('@chronicle/schema').RepoPath} */ (argument)
let count = 0
if (method === 'fileRevisions') {
  const request = { from, path, ...(since === undefined ? {} : { since: Number(since) }) }
  count = (await git.fileRevisions(request))._unsafeUnwrap().length
} else if (method === 'ancestors') {
  for await (const _ of git.ancestors({ from })) count++
} else {
  /** @type {import('@chronicle/schema').CommitId[]} */
  const commits = []
  for await (const { id } of git.ancestors({ from })) if (commits.push(id) === Number(argument)) break
  count = (await git.changedPaths(commits))._unsafeUnwrap().size
}
await git.close()
process.stdout.write(JSON.stringify({ count, megabytes: process.resourceUsage().maxRSS / 1024 }))
