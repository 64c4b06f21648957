import { openChronicle } from '@chronicle/node'
import { renderAnswer } from '@chronicle/core'
import { createGptTokenCounter } from '@chronicle/tokens-gpt'
import { okAsync } from '@chronicle/schema'
const [dir = '', file = '', anchor = '', budget = '500'] = process.argv.slice(2)
const tokens = (await createGptTokenCounter('o200k_base'))._unsafeUnwrap()

const c = openChronicle({ dir, tokens } as any)
const t = performance.now()
const r = await c.lookup({ file, anchor, maxTokens: Number(budget) } as any)
console.error((performance.now() - t).toFixed(0), 'ms')
if (r.isErr()) throw new Error(r.error.message)
const text = renderAnswer(r.value, 'markdown', {} as any)
console.log(text)
console.error(tokens.count(text), JSON.stringify(r.value.stats))
await c.close()
