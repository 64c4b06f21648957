import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { chronicle, failureOf, type CliRunOptions } from './run-chronicle.ts'
import { createStation, type Station } from './station.ts'

let station: Station
beforeAll(async () => {
  station = await createStation()
})
afterAll(() => station.repository.dispose())

const file = (): string => join(station.dir, '.chronicle-config.toml')
const configure = (text: string): Promise<void> => writeFile(file(), text)
afterEach(async () => {
  await rm(file(), { force: true })
  await station.repository.git('config', '--remove-section', 'chronicle').catch(() => undefined)
})

const read = (args: readonly string[] = [], options?: CliRunOptions) =>
  chronicle(station.dir, ['read', 'src/client.rs', ...args], options)
const formatOf = (stdout: string): string =>
  stdout.startsWith('{') ? 'json' : /\*\*/u.test(stdout) ? 'markdown' : 'pretty'

describe('the format', () => {
  test('comes from the first source that has it', async () => {
    expect(formatOf((await read()).stdout)).toBe('markdown')
    await configure('[chronicle.read]\nformat = "pretty"\n')
    expect(formatOf((await read()).stdout)).toBe('pretty')
    await station.repository.git('config', 'chronicle.format', 'json')
    expect(formatOf((await read()).stdout)).toBe('json')
    expect(formatOf((await read([], { env: { CHRONICLE_FORMAT: 'markdown' } })).stdout)).toBe('markdown')
    expect(formatOf((await read(['--format', 'pretty'], { env: { CHRONICLE_FORMAT: 'markdown' } })).stdout)).toBe(
      'pretty',
    )
  })
})

describe('every other setting arrives', () => {
  const query = async (options?: CliRunOptions): Promise<Record<string, unknown>> => {
    const run = await read(['--format', 'json'], options)
    expect(run.stderr).toBe('')
    return JSON.parse(run.stdout) as Record<string, unknown>
  }

  test('from the shared file, in a subfolder too', async () => {
    await configure(
      '[chronicle.read]\nmax_tokens = 3000\ndefault_max_regions = 2\ndepth = 0\nmin_confidence = 0.25\ncontext_level = "enhanced"\n',
    )
    const run = await chronicle(join(station.dir, 'src'), ['read', 'client.rs', '--format', 'json'])
    expect(JSON.parse(run.stdout)).toMatchObject({
      query: { max_tokens: 3000, max_regions: 2, depth: 0, min_confidence: 0.25, context_level: 'enhanced' },
    })
  })

  test("from git's configuration, whatever the case of the key", async () => {
    await station.repository.git('config', 'Chronicle.DefaultMaxRegions', '1')
    await station.repository.git('config', 'chronicle.notesRef', 'refs/notes/none chronicle')
    await station.repository.git('config', 'chronicle.depsScanLimit', '0')
    const output = await query()
    expect(output).toMatchObject({ query: { max_regions: 1 }, stats: { regions_returned: 1 } })
  })

  test('the half-life changes the confidence', async () => {
    const recency = async (days: string): Promise<number> => {
      const output = (await query({ env: { CHRONICLE_RECENCY_HALF_LIFE: days } })) as unknown as {
        readonly regions: readonly { readonly confidence_scores: { readonly recency: number } }[]
      }
      return Math.min(...output.regions.map(({ confidence_scores: scores }) => scores.recency))
    }
    expect(await recency('0.001')).toBeLessThanOrEqual(await recency('100000'))
  })

  test('the trimmer', async () => {
    const env = { CHRONICLE_TRIMMER: 'lowest_value_first', CHRONICLE_MAX_TOKENS: '400' }
    expect(await query({ env })).toMatchObject({ trimmed: { strategy: 'lowest_value_first' } })
  })
})

describe('what is wrong with it is said', () => {
  test.each([
    [
      '[chronicle.read]\nmax_tokens = "few"\n',
      "chronicle.read.max_tokens in .chronicle-config.toml is 'few'; expected a whole number from 0.",
    ],
    ['[chronicle.read]\nmax_tokens = 3\nmax_tokens = 4\n', /^\.chronicle-config\.toml line 3, column 1: /u],
    ['[chronicle.read\n', /^\.chronicle-config\.toml line 1, column \d+: /u],
  ])('%j', async (text, message) => {
    await configure(text)
    const run = await read()
    expect(run.code).toBe(2)
    const error = failureOf(run)
    expect(error.code).toBe('invalid_configuration')
    if (typeof message === 'string') expect(error.message).toBe(message)
    else expect(error.message).toMatch(message)
    expect(error.message).not.toContain('\n')
  })

  test('a bad value of one source is passed by with another', async () => {
    await configure('[chronicle.read]\nmax_tokens = "few"\n')
    expect((await read(['--max-tokens', '500'])).code).toBe(0)
  })

  test('an unknown key is a warning on stderr, and the answer comes', async () => {
    await configure('[chronicle.read]\nmax_token = 500\n')
    const run = await read()
    expect(run.code).toBe(0)
    expect(run.stderr).toBe(
      'warning: chronicle.read.max_token in .chronicle-config.toml is not a setting and has no effect. Did you mean chronicle.read.max_tokens?\n',
    )
  })

  test('a git backend that there is not', async () => {
    const run = await read([], { env: { CHRONICLE_GIT_BACKEND: 'libgit2' } })
    expect(failureOf(run).message).toBe(
      "the environment variable CHRONICLE_GIT_BACKEND is 'libgit2'; expected cli, isomorphic.",
    )
  })
})
