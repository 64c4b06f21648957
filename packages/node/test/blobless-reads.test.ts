import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createFixtureRepository } from '@chronicle/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { openChronicle } from '../src/index.ts'

const COMMITS = 24
const CONFIG = { 'uploadpack.allowFilter': 'true', 'uploadpack.allowAnySHA1InWant': 'true' }

afterEach(() => vi.unstubAllEnvs())

test.each([
  ['alone', false],
  ['together with another', true],
])('a read of a file that many annotated commits changed %s fetches its states together', async (_, together) => {
  await using origin = await createFixtureRepository({ config: CONFIG })
  await using chronicle = openChronicle({ dir: origin.dir, cacheDir: false })
  const lines = Array.from({ length: COMMITS }, (_, line) => `  step(${line})`)
  for (let number = 0; number < COMMITS; number++) {
    lines[number] = `  step(${number}, ${number * number})`
    const other = together ? { 'b.js': `export const turn = ${number}\n` } : {}
    const body = `export function walk() {\n${lines.join('\n')}\n}\n`
    await origin.commitFiles(`Walk ${number}`, { 'a.js': body, ...other })
    const constraints = [{ text: `Rule ${number}.`, source: 'author' as const }]
    ;(
      await chronicle.record({ regions: [{ file: 'a.js', anchor: 'walk', intent: 'Walks', constraints }] })
    )._unsafeUnwrap()
  }
  const [dir, trace] = ['clone', 'trace'].map((name) => join(origin.dir, '.git', name)) as [string, string]
  await origin.git('clone', '--quiet', '--filter=blob:none', `file://${origin.dir}`, dir)
  await origin.git('-C', dir, 'fetch', '--quiet', 'origin', 'refs/notes/*:refs/notes/*')
  vi.stubEnv('GIT_TRACE2_EVENT', trace)
  await using clone = openChronicle({ dir, cacheDir: false })
  const { regions } = (await clone.read({ files: ['a.js'], maxRegions: COMMITS }))._unsafeUnwrap()
  expect(regions).toHaveLength(COMMITS)
  const events = (await readFile(trace, 'utf8')).trim().split('\n')
  expect(events.filter((event) => /"event":"start".*"fetch"/.test(event)).length).toBeLessThan(COMMITS / 2)
})
