import { openChronicle } from '@chronicle/node'
import { readFile } from 'node:fs/promises'
const [dir='', file='', rounds='10'] = process.argv.slice(2)
const c = openChronicle({ dir })
const n = (await readFile(dir + '/' + file, 'utf8')).split('\n').length - 1
for (let i = 0; i < Number(rounds); i++) {
  const start = 1 + Math.floor((n - 40) * (i % 10) / 10)
  const t = performance.now()
  const r = await c.read({ files: [file], lines: { start, end: start + 39 } })
  if (r.isErr()) throw new Error(r.error.message)
  if (i < 12) console.log((performance.now() - t).toFixed(1), r.value.regions.length)
}
await c.close()
