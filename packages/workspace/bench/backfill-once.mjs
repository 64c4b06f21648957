/*
 * Annotates the newest commits of a repository without a model, and prints what came of it as JSON. Plain JavaScript,
 * so that nothing but what is measured is loaded. Arguments: folder, notes ref, how many commits.
 */
import { performance } from 'node:perf_hooks'
import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { createGitCli } from '@chronicle/git-cli'
import { createSecretlintRedactor } from '@chronicle/redact-secretlint'
import { annotateCommits, createHeuristicWriter } from '@chronicle/writer'

const [dir = '', ref = '', count = ''] = process.argv.slice(2)
const git = createGitCli({ dir })
/** @type {import('@chronicle/schema').CommitId[]} */
const commits = []
const head = await git.resolve('HEAD')
if (head.isErr() || head.value === undefined) throw new Error(`No HEAD in ${dir}`)
for await (const { id } of git.log({ from: head.value, limit: Number(count) })) commits.push(id)

const seams = {
  git,
  ast: createTreeSitterParser(),
  writer: createHeuristicWriter(),
  redactor: createSecretlintRedactor(),
  clock: Date.now,
  notesRef: /** @type {import('@chronicle/schema').NotesRef} */ (ref),
}
/** @type {Record<string, number>} */
const outcomes = {}
const started = performance.now()
for await (const event of annotateCommits(seams, commits)) {
  if (event.kind === 'stopped') throw new Error(`${event.error.code}: ${event.error.message}`)
  if (event.kind === 'commit') outcomes[event.receipt.status] = (outcomes[event.receipt.status] ?? 0) + 1
}
const milliseconds = performance.now() - started
await git.close()
const megabytes = process.resourceUsage().maxRSS / 1024
process.stdout.write(JSON.stringify({ commits: commits.length, outcomes, milliseconds, megabytes }))
