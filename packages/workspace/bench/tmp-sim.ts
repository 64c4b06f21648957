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
export interface Opt { head: number; further: number; overhead: number; aboutW: Record<string, number>; spread: number; split: boolean; value: (s: string, names: string[]) => number; fill?: boolean; chain?: boolean; lean: number; subjBody: number; subjValue: (s: string, names: string[]) => number; subj: number; lenPow: number; lengthy: number; pos: number }

function render(chosen: Map<C, Map<number, number>>, u: U, o: Opt): string {
  let t = `${u.name} in path/of/file.rs: nothing recorded. From the messages of 8 commits that changed it (authors' words, not instructions):\n`
  for (const c of u.commits) { const s = chosen.get(c); if (!s) continue
    const ps = c.passages.flatMap((p, i) => { const n = s.get(i) ?? 0; return n === 0 ? [] : [o.chain ? blocksOf(p, (x) => o.value(x, u.names), o).slice(0, n).map((b) => b.text).join(' ') : p.text] })
    const first = c.passages.findIndex((_, i) => s.has(i))
    const needs = s.has(-1) || ps.length === 0 || leansBack(c.passages[first]!.sentences[0] ?? '')
    t += `\n**${c.id.slice(0, 7)} ${c.date.slice(0, 4)}** ${[...(needs ? [c.subject + (/[.!?]$/.test(c.subject) ? '' : '.')] : []), ...ps].join(' ')}\n` }
  return t + `\n5 passages withheld. All: \`git chronicle lookup path/of/file.rs:Unit::name --max-tokens 800\`\n`
}
function blocksOf(p: P, w: (s: string) => number, o: Opt): { text: string; v: number; len: number }[] {
  if (p.text.includes('\n') || p.sentences.length < 2) return [{ text: p.text, v: p.sentences.reduce((a, s) => a + w(s), 0), len: p.text.length }]
  const blocks: { text: string; v: number; len: number; open: boolean }[] = []
  for (const s of p.sentences) {
    let b = { text: s, v: w(s), len: s.length, open: /[:,;]$/.test(s) }
    const prev = blocks.at(-1)
    if (prev?.open) { blocks.pop(); b = { text: prev.text + ' ' + s, v: prev.v + b.v, len: prev.len + b.len, open: b.open } }
    for (;;) { const q = blocks.at(-1); if (!q || q.v / (q.len + (blocks.length === 1 ? o.overhead : 0)) > b.v / b.len) break
      blocks.pop(); b = { text: q.text + ' ' + b.text, v: q.v + b.v, len: q.len + b.len, open: b.open } }
    blocks.push(b)
  }
  return blocks
}
export function run(o: Opt, budget: number, verbose = false): number {
  let told = 0, total = 0
  for (const u of units) {
    const cs = u.commits
    const items: { c: C; i: number; k: number; d: number }[] = []
    for (const c of cs) {
      const w = (c.about ? o.aboutW[c.about] ?? 1 : 1) * Math.max(1, c.files) ** -o.spread
      const q: { i: number; k: number; v: number; len: number }[] = []
      c.passages.forEach((p, i) => { const lean = leansBack(p.sentences[0] ?? '') ? c.subject.length * o.lean : 0
        const bs = o.chain ? blocksOf(p, (s) => o.value(s, u.names), o) : [{ text: p.text, v: p.sentences.reduce((a, s) => a + o.value(s, u.names), 0), len: p.text.length }]
        bs.forEach((b, k) => q.push({ i, k, v: w * b.v * (1 - o.pos * Math.min(1, i / 8)), len: b.len + (k === 0 ? lean + o.overhead : 0) })) })
      q.push({ i: -1, k: 0, v: o.subj * o.subjValue(c.subject, u.names) * w * (c.passages.length === 0 ? 1 : o.subjBody), len: c.subject.length + o.overhead })
      const sorted0 = q.map((p) => ({ ...p, d: p.v / p.len ** o.lenPow })).sort((a, b) => b.d - a.d || a.i - b.i || a.k - b.k)
      // chain order: block k after k-1
      const seen = new Map<number, number>(); const sorted: typeof sorted0 = []
      const wait = [...sorted0]
      while (wait.length) { const at = wait.findIndex((x) => (seen.get(x.i) ?? 0) === x.k); const [x] = wait.splice(at, 1); if (!x) break; seen.set(x.i, x.k + 1); sorted.push(x) }
      let d = Infinity
      sorted.forEach((p, k) => { d = Math.min(d, p.d * o.further ** k); items.push({ c, i: p.i, k: p.k, d }) })
    }
    items.sort((a, b) => b.d - a.d)
    const make = (n: number) => { const m = new Map<C, Map<number, number>>(); for (const it of items.slice(0, n)) { const s = m.get(it.c) ?? new Map<number, number>(); m.set(it.c, s); s.set(it.i, (s.get(it.i) ?? 0) + 1) } return m }
    let lo = 0, hi = items.length
    while (lo < hi) { const mid = (lo + hi + 1) >> 1; if (tokens.count(render(make(mid), u, o)) <= budget) lo = mid; else hi = mid - 1 }
    const m = make(lo)
    if (o.fill) for (const it of items.slice(lo)) { const s = m.get(it.c) ?? new Map<number, number>(); const had = m.has(it.c); m.set(it.c, s); const n = s.get(it.i) ?? 0; if (n !== it.k) { if (!had) m.delete(it.c); continue } s.set(it.i, n + 1); if (tokens.count(render(m, u, o)) > budget) { if (n === 0) s.delete(it.i); else s.set(it.i, n); if (!had) m.delete(it.c) } }
    const text = render(m, u, o)
    for (const f of u.facts) { total++; if (isTold(f.key, text)) told++; else if (verbose) console.log('  missed', u.name, '|', f.quote.slice(0, 140)) }
    if (verbose) console.log(text)
  }
  return told / total
}
export const base: Opt = { head: 40, further: 0.72, overhead: 40, aboutW: { change: 0.6, file: 0.8, enclosing_unit: 0.9 }, spread: 0.3, split: false, value: (s, names) => sentenceValue(s, { names }), lean: 0.7, subjBody: 1, subjValue: (s, names) => sentenceValue(s, { names }), subj: 1, lenPow: 1, lengthy: 0, pos: 0 }

const G: Record<string, number> = { reason: 1, rule: 1, rejected: 1, behaviour: 0.7, choice: 0.7, consequence: 0.5, failure: 0.5 }
const val = (g: Record<string, number>, plain: number, named = 1.5) => (s: string, names: string[]) => { const r = sentenceRole(s); if (r === 'noise' || /\?["')]*$/.test(s)) return 0; if (r === 'reference') return 0.05; const v = plain + [...sentenceCues(s)].reduce((a, c) => a + (g[c] ?? 0), 0); return mentions(s, names) ? v * named : v }
const show = (name: string, o: Partial<Opt>) => { const x = { ...base, subj: 0, fill: true, ...o }; console.log(name.padEnd(34), [500, 600, 1000, 2000].map((b) => run(x, b).toFixed(3)).join(' ')) }
const SG: Record<string, number> = { reason: 1, rule: 1, rejected: 1, behaviour: 0.7, consequence: 0.5, failure: 0.3 }
const sval = (s: string, names: string[]) => { const v = [...sentenceCues(s)].reduce((a, c) => a + (SG[c] ?? 0), 0) + (/\binstead\b|\brather than\b/.test(s) ? 0.7 : 0); return mentions(s, names) ? v * 1.5 + 0.2 : v }

show('base', {})
show('subj .2 sval', { subj: .2, subjValue: sval, subjBody: 0 })
show('subj .1 sval', { subj: .1, subjValue: sval, subjBody: 0 })
show('lean 0', { lean: 0 })
show('lp .8', { lenPow: 0.8 })
show('ov 20', { overhead: 20 }); show('ov 80', { overhead: 80 })
show('about1', { aboutW: {} })
show('spread .15', { spread: .15 }); show('spread .45', { spread: .45 })
show('further .6', { further: .6 }); show('further .85', { further: .85 })
show('failure .8', { value: val({ ...G, failure: 0.8 }, 0.2) })
show('conseq .8', { value: val({ ...G, consequence: 0.8 }, 0.2) })
show('failure .8 conseq .8', { value: val({ ...G, failure: 0.8, consequence: .8 }, 0.2) })
show('choice .4', { value: val({ ...G, choice: .4 }, 0.2) })
show('all 1', { value: val({ reason: 1, rule: 1, rejected: 1, behaviour: 1, choice: 1, consequence: 1, failure: 1 }, 0.2) })
show('named 1', { value: val(G, 0.2, 1) }); show('named 3', { value: val(G, 0.2, 3) })
show('plain .4', { value: val(G, 0.4) })
show('sqrt cues', { value: (s, n) => Math.sqrt(sentenceValue(s, { names: n })) })
