import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReadOutput } from '@chronicle/schema'
import { afterEach, describe, expect, test } from 'vitest'
import { chronicle, failureOf, type CliRunOptions } from './run-chronicle.ts'
import { useStation } from './station.ts'

const station = await useStation()

const file = (): string => join(station.dir, '.chronicle-config.toml')
const configure = (text: string): Promise<void> => writeFile(file(), text)
afterEach(async () => {
  await rm(file(), { force: true })
  // When removing sections git distinguishes case, and a test writes one with a capital.
  for (const section of ['chronicle', 'Chronicle']) {
    await station.repository.git('config', '--remove-section', section).catch(() => undefined)
  }
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

  test('the half-life changes the confidence of the specified scorer', async () => {
    const recency = async (days: string): Promise<number> => {
      const env = { CHRONICLE_SCORER: 'specified', CHRONICLE_RECENCY_HALF_LIFE: days }
      const { regions } = (await query({ env })) as unknown as ReadOutput
      return Math.min(...regions.map(({ confidence_scores: scores }) => scores['recency'] ?? Number.NaN))
    }
    // The year is 2030, so that what is recorded has an age.
    await station.repository.commit('Years later', { date: 1_900_000_000 })
    expect(await recency('0.001')).toBeLessThan(await recency('100000'))
    await station.repository.git('reset', '--quiet', '--hard', 'HEAD~1')
  })

  test('the scorer, by option and by configuration', async () => {
    const factors = async (args: readonly string[] = []): Promise<readonly string[]> => {
      const run = await read([...args, '--format', 'json'])
      const [region] = (JSON.parse(run.stdout) as ReadOutput).regions
      return Object.keys(region?.confidence_scores ?? {})
    }
    const calibrated = ['intact_share', 'anchor_match', 'claim', 'source']
    const specified = ['recency', 'context_level', 'anchor_stability', 'provenance']
    expect(await factors()).toEqual(calibrated)
    expect(await factors(['--scorer', 'specified'])).toEqual(specified)
    await station.repository.git('config', 'chronicle.scorer', 'specified')
    expect(await factors()).toEqual(specified)
    expect(await factors(['--scorer', 'calibrated'])).toEqual(calibrated)
  })

  describe('the sources of answers', () => {
    interface Answer {
      readonly stats: { readonly history?: object }
    }
    const asked = async (
      command: string,
      args: readonly string[],
      env: CliRunOptions['env'] = {},
    ): Promise<boolean> => {
      const run = await chronicle(station.dir, [command, 'src/client.rs', '--format', 'json', ...args], { env })
      expect([run.code, run.stderr]).toEqual([0, ''])
      return (JSON.parse(run.stdout) as Answer).stats.history !== undefined
    }

    test.each(['read', 'lookup', 'history'])('%s, by option, environment and configuration', async (command) => {
      expect(await asked(command, [])).toBe(true)
      expect(await asked(command, ['--sources', 'notes'])).toBe(false)
      expect(await asked(command, ['--sources', 'history,notes'])).toBe(true)
      expect(await asked(command, ['--sources', 'notes', '--sources', 'history'])).toBe(true)
      expect(await asked(command, [], { CHRONICLE_SOURCES: 'notes' })).toBe(false)
      await configure('[chronicle.read]\nsources = ["notes"]\n')
      expect(await asked(command, [])).toBe(false)
      await station.repository.git('config', 'chronicle.sources', 'notes history')
      expect(await asked(command, [])).toBe(true)
    })

    test.each(['read', 'lookup', 'history'])('%s refuses a source that there is not', async (command) => {
      const run = await chronicle(station.dir, [command, 'src/client.rs', '--sources', 'notes,guesses'])
      expect(run.code).toBe(2)
      expect(run.stdout + run.stderr).toContain('Expected notes, history, or several separated by commas.')
    })

    test('are read without the git binary, too', async () => {
      const backend = ['--git-backend', 'isomorphic']
      expect(await asked('lookup', backend)).toBe(true)
      expect(await asked('lookup', [...backend, '--sources', 'notes'])).toBe(false)
    })
  })

  test.each(['lookup', 'deps', 'check'])('%s takes a scorer, and no other name', async (command) => {
    const place = command === 'check' ? [] : ['src/client.rs']
    expect((await chronicle(station.dir, [command, ...place, '--scorer', 'specified'])).code).toBe(0)
    const wrong = await chronicle(station.dir, [command, ...place, '--scorer', 'guessed'])
    expect(wrong.code).toBe(2)
    expect(wrong.stderr).toContain('specified')
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
