/*
 * One process that retrieves: `retrieval-once.mjs <folder> <cache folder> <task>...` opens the repository with its
 * knowledge base in the cache folder, indexes the working tree's commit, and asks each task twice. Prints JSON: times
 * in milliseconds, the most memory that was held in megabytes.
 */
import { openChronicle } from '@chronicle/node'

const [dir = '.', cacheDir = '', ...tasks] = process.argv.slice(2)
const chronicle = openChronicle({ dir, cacheDir })
/**
 * @template T
 * @param {() => import('@chronicle/schema').ResultAsync<T, import('@chronicle/schema').CodedError>} work
 * @returns {Promise<[number, T]>}
 */
const timed = async (work) => {
  const started = performance.now()
  const result = await work()
  if (result.isErr()) throw new Error(result.error.message)
  return [performance.now() - started, result.value]
}
const at = { rev: 'HEAD' }
const [index, report] = await timed(() => chronicle.indexContext(at))
const first = []
const again = []
for (const task of tasks) first.push((await timed(() => chronicle.retrieve({ task, budget: 8_000, ...at })))[0])
for (const task of tasks) again.push((await timed(() => chronicle.retrieve({ task, budget: 8_000, ...at })))[0])
await chronicle.close()
const megabytes = process.resourceUsage().maxRSS / 1024
process.stdout.write(`${JSON.stringify({ index, first, again, megabytes, ...report })}\n`)
