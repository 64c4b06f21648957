import { createLineHistoryReader } from '@chronicle/core'
import { openChronicle } from '@chronicle/node'
const [dir = '', path = '', name = ''] = process.argv.slice(2)
const c = openChronicle({ dir, cacheDir: false })
const head = (await c.git.resolve('HEAD'))._unsafeUnwrap()!
const file = (await c.git.readFile({ commit: head }, path as any))._unsafeUnwrap()!
const o = (await c.ast.outline({ path: path as any, text: new TextDecoder().decode(file.bytes) }))._unsafeUnwrap()
const u = o.units.find((x) => x.name === name)!
const r = (await createLineHistoryReader({ git: c.git, ast: c.ast })({ at: { commit: head }, head, path: path as any, lines: u.lines, name }))._unsafeUnwrap()
for (const x of r.revisions) console.log(x.commit.slice(0, 8), x.path, x.lines, x.name, JSON.stringify(x.before), x.merge, x.changes)
console.log(r.unseen)
await c.close()
