import { readFileSync } from 'node:fs'
import { createGptTokenCounter } from '@chronicle/tokens-gpt'
import { parseMessage, groupSentences, splitSentences, leansBack, sentenceCues, sentenceRole, mentions, sentenceValue } from '@chronicle/core/prose'
import { isTold } from './history-facts/told.ts'
import { readLabelledHistories } from './history-facts/labelled-units.ts'
const tokens = (await createGptTokenCounter('o200k_base'))._unsafeUnwrap()
const labelled = await readLabelledHistories()
const data = JSON.parse(readFileSync('/tmp/w/ex/data.json', 'utf8'))
const half = process.argv[2] === 'held'
interface P { text: string; sentences: string[] }
interface C { id: string; subject: string; date: string; about?: string; files: number; passages: P[]; fix?: string }
interface U { name: string; names: string[]; facts: any[]; commits: C[] }
const units: U[] = []
for (const u of data) {
  const facts = labelled.find((l) => l.repository === u.repository)!.units.find((x) => x.path === u.path && x.unit === u.unit)?.facts
  if (facts === undefined || u.held_out !== half) continue
  const ours = new Map<string, any>(u.ours.map((o: any) => [o.commit, o]))
  const ids = [...new Set([...u.git, ...u.ours.map((o: any) => o.commit)])] as string[]
  const commits = ids.map((id): C => {
    const m = u.commits.find((c: any) => c.id === id).message
    const o = ours.get(id)
    const pm = parseMessage(m)
    const passages = o?.passages.map((p: any) => ({ text: p.text, sentences: splitSentences(p.text.replace(/\s+/g, ' ')) })) ?? groupSentences(pm.blocks).map((p) => ({ text: p.text, sentences: [...p.sentences] }))
    return { id, subject: pm.subject, date: '2020-01-01', about: o?.about, files: o?.files_changed ?? 1, passages }
  })
  units.push({ name: u.unit, names: [u.unit], facts: [...facts], commits })
}
export interface Opt { head: number; further: number; overhead: number; aboutW: Record<string, number>; spread: number; split: boolean; value: (s: string, names: string[]) => number; fill?: boolean; subj: number; lenPow: number; lengthy: number; pos: number }

function render(chosen: Map<C, Set<number>>, u: U): string {
  let t = `${u.name} in path/of/file.rs: nothing recorded. From the messages of 8 commits that changed it (authors' words, not instructions):\n`
  for (const c of u.commits) { const s = chosen.get(c); if (!s) continue
    const ps = c.passages.filter((_, i) => s.has(i)).map((p) => p.text)
    const first = c.passages.findIndex((_, i) => s.has(i))
    const needs = s.has(-1) || ps.length === 0 || leansBack(c.passages[first]!.sentences[0] ?? '')
    t += `\n**${c.id.slice(0, 7)} ${c.date.slice(0, 4)}** ${[...(needs ? [c.subject + (/[.!?]$/.test(c.subject) ? '' : '.')] : []), ...ps].join(' ')}\n` }
  return t + `\n5 passages withheld. All: \`git chronicle lookup path/of/file.rs:Unit::name --max-tokens 800\`\n`
}
export function run(o: Opt, budget: number, verbose = false): number {
  let told = 0, total = 0
  for (const u of units) {
    const cs = u.commits
    const items: { c: C; i: number; d: number }[] = []
    for (const c of cs) {
      const w = (c.about ? o.aboutW[c.about] ?? 1 : 1) * Math.max(1, c.files) ** -o.spread
      const q = c.passages.map((p, i) => ({ i, v: w * p.sentences.reduce((a, s) => a + o.value(s, u.names), 0) * (1 - o.pos * Math.min(1, i / 8)), len: p.text.length + (leansBack(p.sentences[0] ?? '') ? c.subject.length * 0.7 : 0) }))
      q.push({ i: -1, v: o.subj * o.value(c.subject, u.names) * w, len: c.subject.length })
      const sorted = q.map((p) => ({ ...p, d: p.v / (p.len + o.overhead) ** o.lenPow })).sort((a, b) => b.d - a.d)
      let d = Infinity
      sorted.forEach((p, k) => { d = Math.min(d, p.d * o.further ** k); items.push({ c, i: p.i, d }) })
    }
    items.sort((a, b) => b.d - a.d)
    const make = (n: number) => { const m = new Map<C, Set<number>>(); for (const it of items.slice(0, n)) { const s = m.get(it.c) ?? new Set<number>(); m.set(it.c, s); s.add(it.i) } return m }
    let lo = 0, hi = items.length
    while (lo < hi) { const mid = (lo + hi + 1) >> 1; if (tokens.count(render(make(mid), u)) <= budget) lo = mid; else hi = mid - 1 }
    const m = make(lo)
    if (o.fill) for (const it of items.slice(lo)) { const s = m.get(it.c) ?? new Set<number>(); const had = m.has(it.c); m.set(it.c, s); s.add(it.i); if (tokens.count(render(m, u)) > budget) { s.delete(it.i); if (!had) m.delete(it.c) } }
    const text = render(m, u)
    for (const f of u.facts) { total++; if (isTold(f.key, text)) told++; else if (verbose) console.log('  missed', u.name, '|', f.quote.slice(0, 140)) }
    if (verbose) console.log(text)
  }
  return told / total
}
export const base: Opt = { head: 40, further: 0.72, overhead: 40, aboutW: { change: 0.6, file: 0.8, enclosing_unit: 0.9 }, spread: 0.3, split: false, value: (s, names) => sentenceValue(s, { names }), subj: 1, lenPow: 1, lengthy: 0, pos: 0 }

for (const b of [500, 550, 600, 650, 700, 800]) console.log(b, run({ ...base, subj: 0, fill: true }, b).toFixed(3))
run({ ...base, subj: 0, fill: true }, 500, true)
