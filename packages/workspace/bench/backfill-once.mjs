/*
 * Runs `backfill` over the newest commits of a repository, without a model, and prints what came of it as JSON. Plain
 * JavaScript, so that nothing but what is measured is loaded. Arguments: folder, notes ref, how many commits.
 */
import { performance } from 'node:perf_hooks'
import { runCli } from '@chronicle/cli'

const [dir = '', ref = '', count = ''] = process.argv.slice(2)
/** @type {string[]} */
const output = []
const started = performance.now()
const code = await runCli(
  ['backfill', '--writer', 'heuristic', '--limit', count, '--notes-ref', ref, '--format', 'json'],
  {
    cwd: dir,
    env: process.env,
    stdin: process.stdin,
    stdout: { write: (text) => output.push(text) },
    stderr: process.stderr,
  },
)
const milliseconds = performance.now() - started
const megabytes = process.resourceUsage().maxRSS / 1024
if (code !== 0) throw new Error(`backfill ended with ${code}: ${output.join('').slice(0, 1000)}`)
/** @type {import('@chronicle/schema').WritingReceipt} */
const receipt = JSON.parse(output.join(''))
process.stdout.write(
  // Merges are looked at beside those asked for.
  JSON.stringify({
    commits: Math.min(receipt.commits.length, Number(count)),
    outcomes: receipt.totals,
    milliseconds,
    megabytes,
  }),
  () => process.exit(0),
)
