import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'

const RUNNER = fileURLToPath(new URL('run-with-code-cache.ts', import.meta.url))
const FUNCTIONS = 300

let folder: string
let cache: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chronicle-code-'))
  cache = join(folder, 'cache')
  await mkdir(cache)
  const bodies = Array.from({ length: FUNCTIONS }, (_, at) => `() => [${at}].map((each) => each + ${at}).join()`)
  await writeFile(
    join(folder, 'main.cjs'),
    `(function () {
const all = [${bodies.join(',\n')}]
if (process.env.CALLED) for (const each of all) each()
while (process.uptime() < Number(process.env.SECONDS)) continue
})`,
  )
})
afterEach(() => rm(folder, { recursive: true }))

/** Runs the program and returns the size and the modification time of the only cache file. */
async function run(env: { readonly CALLED?: string; readonly SECONDS: string }): Promise<readonly [number, number]> {
  const script = `import { runWithCodeCache } from ${JSON.stringify(RUNNER)}
    runWithCodeCache(${JSON.stringify(join(folder, 'main.cjs'))}, ${JSON.stringify(cache)}, '1')`
  await promisify(execFile)(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    env: { ...process.env, ...env },
  })
  const [name = '', ...others] = await readdir(cache)
  expect(others).toEqual([])
  const { size, mtimeMs } = await stat(join(cache, name))
  return [size, mtimeMs]
}

test('a long run that compiles much more than was kept has its code kept instead', async () => {
  const [small] = await run({ SECONDS: '0' })
  const large = await run({ CALLED: 'yes', SECONDS: '1' })
  expect(large[0]).toBeGreaterThan(small * 2)
  expect(await run({ CALLED: 'yes', SECONDS: '1' })).toEqual(large)
  expect(await run({ SECONDS: '1' })).toEqual(large)
})
