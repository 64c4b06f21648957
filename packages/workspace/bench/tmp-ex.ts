import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { openChronicle } from '@chronicle/node'
import { linesOf } from './history-facts/answers-about.ts'
import { lineHistory } from './history-facts/line-history.ts'
import { readLabelledHistories } from './history-facts/labelled-units.ts'
const out: unknown[] = []
for (const { repository, units } of await readLabelledHistories()) {
  const dir = `/tmp/w/clean-${repository}`
  if (!existsSync(dir)) execFileSync('git', ['clone', '-q', `/work/shared/data/${repository}.bundle`, dir])
  const c = openChronicle({ dir })
  for (const unit of units) {
    const r = await c.lookup({ file: unit.path, anchor: unit.unit })
    if (r.isErr()) { console.log(unit.path, unit.unit, r.error.message); continue }
    const git = await lineHistory(dir, unit.path, await linesOf(dir, unit))
    const ours = r.value.from_history ?? []
    const ids = new Set([...ours.map((o) => o.commit), ...unit.facts.map((f) => f.commit), ...git.map((g: any) => g.commit)])
    const commits = [...ids].map((id) => ({ id, message: execFileSync('git', ['-C', dir, 'log', '-1', '--format=%B', id]).toString() }))
    out.push({ repository, ...unit, ours, git: git.map((g: any) => g.commit), commits, stats: r.value.stats.history })
  }
  await c.close()
}
writeFileSync('/tmp/w/ex/data.json', JSON.stringify(out))
