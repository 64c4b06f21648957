import { readdir, readFile } from 'node:fs/promises'
import { bytesPerFour, cautiousTokens } from '@chronicle/core'
import { expect, test } from 'vitest'
import { createGptTokenCounter } from './index.ts'

const root = new URL('../../../', import.meta.url)

/** Returns source, prose and data of this repository, in pieces of the size of answers. */
async function samples(): Promise<readonly string[]> {
  const folders = ['docs/', 'packages/core/src/read/', 'packages/mcp/src/tools/', 'packages/schema/src/']
  const texts: string[] = [await readFile(new URL('packages/cli/package.json', root), 'utf8')]
  for (const folder of folders) {
    for (const entry of await readdir(new URL(folder, root), { withFileTypes: true })) {
      if (entry.isFile()) texts.push(await readFile(new URL(`${folder}${entry.name}`, root), 'utf8'))
    }
  }
  return texts.flatMap((text) => text.match(/[^]{1,4000}/gu) ?? [])
}

test('counts rather too many tokens than too few, and not many too many', async () => {
  const exact = (await createGptTokenCounter('o200k_base'))._unsafeUnwrap()
  const cautious = cautiousTokens()
  const texts = await samples()
  const ratios = texts.map((text) => cautious.count(text) / exact.count(text)).sort((a, b) => a - b)
  const share = (part: number): number => ratios[Math.floor(part * (ratios.length - 1))] ?? Number.NaN
  expect(texts.length).toBeGreaterThan(100)
  expect(share(0.02)).toBeGreaterThan(0.97)
  expect(share(0.5)).toBeLessThan(1.15)
  expect(share(0.98)).toBeLessThan(1.3)
  const fourBytes = texts.filter((text) => bytesPerFour().count(text) < exact.count(text)).length
  const tooFew = ratios.filter((ratio) => ratio < 1).length
  expect(tooFew, `${tooFew} of ${texts.length}; four bytes a token: ${fourBytes}`).toBeLessThan(fourBytes / 3)
})
