import { readFileSync } from 'node:fs'
import { createGptTokenCounter } from '@chronicle/tokens-gpt'
import { isTold } from './history-facts/told.ts'
import { readLabelledHistories } from './history-facts/labelled-units.ts'
const tokens = (await createGptTokenCounter('o200k_base'))._unsafeUnwrap()
const labelled = await readLabelledHistories()
const data = JSON.parse(readFileSync('/tmp/w/ex/data.json', 'utf8'))
const mode = process.argv[2] ?? 'avail'
let total = 0
const sums: Record<string, number> = {}
const add = (k: string, n = 1) => (sums[k] = (sums[k] ?? 0) + n)
for (const u of data) {
  const facts = labelled.find((l) => l.repository === u.repository)!.units.find((x) => x.path === u.path && x.unit === u.unit)?.facts
  if (facts === undefined || u.held_out) continue
  const gitset = new Set(u.git), ours = new Map(u.ours.map((o: any) => [o.commit, o]))
  for (const f of facts) {
    total++
    const o: any = ours.get(f.commit)
    const msg = u.commits.find((c: any) => c.id === f.commit).message
    const where = o === undefined ? (isTold(f.key, msg.split('\n')[0]) ? 'subject-only commit' : 'commit missing') : isTold(f.key, o.passages.map((p: any) => p.text).join(' ')) ? 'available' : isTold(f.key, o.summary) ? 'subject' : isTold(f.key, o.summary + '\n' + o.passages.map((p: any) => p.text).join(' ')) ? 'both' : 'passage missing'
    add(where)
    if (mode === 'missing' && where === 'passage missing') console.log(u.repository, u.unit, f.commit.slice(0, 8), '|', f.quote.slice(0, 200))
    if (mode === 'missing' && where === 'commit missing') console.log('COMMIT', u.repository, u.path, u.unit, f.commit.slice(0, 8), gitset.has(f.commit), u.stats, '|', f.quote.slice(0, 100), '| subject:', msg.split('\n')[0])
    if (mode === 'roles' && where === 'available') {
      const p = o.passages.find((p: any) => isTold(f.key, p.text)); console.log(f.kind, '|', p?.text.length, '|', p?.text.slice(0, 160).replace(/\n/g, ' '))
    }
  }
}
console.log(total, sums)
