import { openChronicle } from '@chronicle/node'
import { renderAnswer } from '@chronicle/core'
import { createGptTokenCounter } from '@chronicle/tokens-gpt'
import { isTold } from './history-facts/told.ts'
import { readLabelledHistories } from './history-facts/labelled-units.ts'
const tokens = (await createGptTokenCounter('o200k_base'))._unsafeUnwrap()
const sums: Record<string, number[]> = {}
for (const { repository, units } of await readLabelledHistories()) {
  const c = openChronicle({ dir: `/tmp/w/clean-${repository}`, ...(process.argv.includes('--gpt') ? { tokens } : {}) })
  for (const u of units) {
    for (const b of [500, 1000, 2000]) {
      const r = await c.lookup({ file: u.path, anchor: u.unit, maxTokens: b, remedies: 'command' })
      if (r.isErr()) throw new Error(r.error.message)
      const text = renderAnswer(r.value, 'markdown', { remedies: 'command' })
      const told = u.facts.filter((f) => isTold(f.key, text)).length
      for (const k of [`${u.held_out ? 'held' : 'half'} ${b}`, `all ${b}`]) { const s = (sums[k] ??= [0, 0, 0, 0]); s[0]! += told; s[1]! += u.facts.length; s[2]! += tokens.count(text); s[3]! += 1 }
      if (process.argv.includes('--missed') && b === 2000 && !u.held_out) for (const f of u.facts) if (!isTold(f.key, text)) console.log(repository, u.unit, f.commit.slice(0, 8), '|', f.quote.slice(0, 150))
    }
  }
  await c.close()
}
for (const [k, [t = 0, n = 1, tok = 0, m = 1]] of Object.entries(sums).sort()) console.log(k, (t / n).toFixed(3), (tok / m).toFixed(0))
