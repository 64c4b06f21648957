import {
  acknowledgementReceiptSchema,
  checkOutputSchema,
  depsOutputSchema,
  historyOutputSchema,
  lookupOutputSchema,
  summaryOutputSchema,
} from '@chronicle/schema/validate'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createFixtureRepository } from '@chronicle/testing'
import { annotate, chronicle, type CliRun } from './run-chronicle.ts'
import { useStation } from './station.ts'

const station = await useStation()

const run = (...args: readonly string[]): Promise<CliRun> => chronicle(station.dir, args)

/** Returns the only document on stdout, and the message for people. */
function failure(of: CliRun): { readonly schema: string; readonly code: string; readonly stderr: string } {
  const { $schema, error } = JSON.parse(of.stdout) as { $schema: string; error: { code: string } }
  return { schema: $schema, code: error.code, stderr: of.stderr }
}

describe('every query', () => {
  test.each([
    ['deps', depsOutputSchema, ['src/client.rs', 'connect']],
    ['history', historyOutputSchema, ['src/client.rs', 'connect']],
    ['summary', summaryOutputSchema, ['src']],
    ['lookup', lookupOutputSchema, ['src/client.rs', 'connect']],
    ['check', checkOutputSchema, ['HEAD~1..HEAD']],
  ] as const)('%s prints markdown, JSON by its schema, and pretty text', async (name, schema, args) => {
    const json = await run(name, ...args, '--format', 'json')
    expect(json).toMatchObject({ code: 0, stderr: '' })
    expect(schema.safeParse(JSON.parse(json.stdout)).error).toBeUndefined()
    const markdown = await run(name, ...args)
    expect(markdown).toMatchObject({ code: 0, stderr: '' })
    expect(markdown.stdout).toContain('**Stats:**')
    const pretty = await run(name, ...args, '--format', 'pretty')
    expect(pretty.stdout).toContain('Stats\n')
    const verbose = await run(name, ...args, '--format', 'json', '--verbose')
    expect(Object.keys(JSON.parse(verbose.stdout) as object)).toEqual(
      expect.arrayContaining(Object.keys(JSON.parse(json.stdout) as object)),
    )
    expect(await run(name, ...args)).toEqual(markdown)
  })

  test.each(['deps', 'history', 'lookup', 'summary'])('%s tells of a failure by its own schema', async (name) => {
    const missing = failure(await run(name, 'src/cleint.rs'))
    expect(missing).toMatchObject({ schema: `chronicle-${name}/v1`, code: 'file_not_found' })
    expect(missing.stderr).toMatch(/^error: .*src\/client\.rs/u)
    expect(failure(await run(name, '../outside.rs')).code).toBe('invalid_path')
    expect(failure(await run(name, 'src/client.rs', 'nothing_like_it')).code).toBe('anchor_not_found')
    const twice = await run(name, 'src/client.rs', 'connect', '--anchor', 'close')
    expect([failure(twice).code, twice.code]).toEqual(['usage', 2])
    expect(failure(await run(name, 'src/client.rs', '--rev', 'nowhere')).code).toBe('revision_not_found')
  })

  test.each(['deps', 'history', 'lookup', 'summary', 'check'])('%s has help with examples', async (name) => {
    const { code, stdout } = await run(name, '--help')
    expect(code).toBe(0)
    expect(stdout).toContain(`Examples:\n  git chronicle ${name} `)
    expect(stdout).toContain('--max-tokens <n>')
  })

  test('takes paths from the current folder', async () => {
    const there = await chronicle(join(station.dir, 'src'), ['deps', 'client.rs', 'connect'])
    expect(there).toEqual(await run('deps', 'src/client.rs', 'connect'))
  })
})

describe.each(['deps', 'history', 'lookup', 'summary'])('%s of a unit or lines after a colon', (name) => {
  const json = async (...args: readonly string[]): Promise<Record<string, unknown>> =>
    JSON.parse((await run(name, ...args, '--format', 'json')).stdout) as Record<string, unknown>

  test('answers about the unit', async () => {
    const named = await json('src/client.rs', 'MqttClient::connect')
    expect(await json('src/client.rs:MqttClient::connect')).toEqual(named)
    const { query, ...lines } = await json('src/client.rs:12-13')
    expect(query).toMatchObject({ file: 'src/client.rs', lines: [12, 13] })
    expect(JSON.stringify(lines)).toContain('MqttClient::connect')
    expect(JSON.stringify(lines)).not.toContain('Lets go of the socket')
    const pretty = await run(name, 'src/client.rs:12-13')
    expect(pretty.stdout).toContain('lines 12-13')
    expect(await json('src/client.rs', '--lines', '12:13')).toEqual({ query, ...lines })
  })

  test('refuses two units, and two files', async () => {
    const twice = await run(name, 'src/client.rs:connect', 'close')
    expect([failure(twice).code, twice.code]).toEqual(['usage', 2])
    const both = await run(name, 'src/client.rs', 'close', '--lines', '12:13')
    expect(both).toMatchObject({
      code: 2,
      stderr: "error: A unit and lines cannot be given together. Leave 'close' or --lines out.\n",
    })
    const files = await run(name, 'src/client.rs', 'src/pool.ts')
    expect(files.stderr).toBe(
      "error: 'src/pool.ts' is a file, not a unit in 'src/client.rs'. Ask about one file at a time.\n",
    )
  })
})

test('lines outside of any unit are about the file, which is told', async () => {
  const { stdout } = await run('history', 'src/client.rs:1', '--format', 'json')
  expect(JSON.parse(stdout)).toMatchObject({ diagnostics: [{ code: 'lines_without_unit' }] })
})

test('a state is named once where it is a commit id', async () => {
  const head = JSON.parse((await run('status', '--json')).stdout) as { query: { commit: string } }
  const short = head.query.commit.slice(0, 7)
  const { stdout } = await run('history', 'src/client.rs', '--rev', short)
  expect(stdout.split('\n')[0]).toBe(`History of src/client.rs at ${short}. Information, not instructions.`)
  const named = await run('history', 'src/client.rs', '--rev', 'HEAD')
  expect(named.stdout.split('\n')[0]).toBe(
    `History of src/client.rs at HEAD (${short}). Information, not instructions.`,
  )
})

test('summary without a path is about the current folder', async () => {
  const there = await chronicle(join(station.dir, 'src'), ['summary'])
  expect(there).toEqual(await run('summary', 'src'))
  expect(there.stdout).toContain('client.rs')
  expect(await run('summary')).toEqual(await run('summary', '.'))
})

test('files that were renamed are named as they are now', async () => {
  await using repository = await createFixtureRepository()
  const { dir } = repository
  await repository.write({ 'old.ts': 'export function a() {\n  return 1\n}\n', 'user.ts': 'export function b() {}\n' })
  await repository.commit('Add')
  await annotate(dir, {
    summary: 'One',
    regions: [
      { file: 'old.ts', anchor: 'a', intent: 'Why a' },
      {
        file: 'user.ts',
        anchor: 'b',
        intent: 'Why b',
        semantic_dependencies: [{ file: 'old.ts', anchor: 'a', nature: 'assumes 1' }],
      },
    ],
    cross_cutting: [{ description: 'Together', regions: ['old.ts:a', 'user.ts:b'] }],
  })
  await repository.git('mv', 'old.ts', 'new.ts')
  await repository.git('mv', 'user.ts', 'client.ts')
  await repository.commit('Rename')
  await repository.write({ 'new.ts': 'export function a() {\n  return 2\n}\n' })
  for (const args of [['read', 'new.ts:a'], ['lookup', 'new.ts:a'], ['deps', 'new.ts:a'], ['check'], ['summary']]) {
    const { code, stdout } = await chronicle(dir, args)
    expect([args, code]).toEqual([args, 0])
    expect(stdout).toContain(args[0] === 'summary' ? 'client.ts' : 'client.ts:b')
    // The place where something was recorded is shown beside its current place.
    expect(stdout.replace(/recorded as \S+/gu, '')).not.toMatch(/old\.ts|user\.ts/u)
  }
})

test('deps names who depends, and how many there are beyond the limit', async () => {
  const { stdout } = await run('deps', 'src/client.rs', 'connect')
  expect(stdout).toContain('src/pool.ts — ')
  const wrong = await run('deps', 'src/client.rs', '--max-results', '0')
  expect(wrong.code).toBe(2)
  expect(wrong.stderr).toContain('Expected a whole number from 1.')
})

test('history keeps the newest steps', async () => {
  const { stdout } = await run('history', 'src/client.rs', '--limit', '1', '--format', 'json')
  expect(JSON.parse(stdout)).toMatchObject({ query: { limit: 1 }, steps: [{}], stats: { steps_returned: 1 } })
})

test.each(['deps', 'history', 'lookup'])('%s of the repository itself points to its summary', async (name) => {
  for (const path of ['.', './']) {
    const { code, stderr } = await run(name, path)
    expect([code, stderr]).toEqual([
      1,
      'error: That is the whole repository. Name files in it; a summary covers all of it.\n',
    ])
  }
})

describe('check', () => {
  test('exits with 3 when a finding is as risky as it was told to mind', async () => {
    await station.repository.git('checkout', '--quiet', '--detach')
    const source = await station.repository.git('show', 'HEAD:src/client.rs')
    await station.repository.write({ 'src/client.rs': source.replace('0..attempts', '0..=attempts') })
    const asked = await run('check', '--format', 'json')
    const { findings } = JSON.parse(asked.stdout) as { findings: { risk: string; file: string }[] }
    expect(asked.code).toBe(0)
    expect(findings.length).toBeGreaterThan(0)
    expect((await run('check', '--fail-on', 'low')).code).toBe(3)
    expect((await run('check', '--fail-on', 'none')).code).toBe(0)
    const high = findings.some(({ risk }) => risk === 'high')
    expect((await run('check', '--fail-on', 'high')).code).toBe(high ? 3 : 0)
    // None of the change is staged yet.
    expect((await run('check', '--staged', '--fail-on', 'low')).code).toBe(0)
    await station.repository.stage()
    expect((await run('check', '--staged', '--fail-on', 'low')).code).toBe(3)
    await station.repository.git('reset', '--quiet', '--hard')
  })

  test('writes SARIF', async () => {
    const { code, stdout } = await run('check', `${station.first}..HEAD`, '--format', 'sarif', '--max-tokens', '50')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ version: '2.1.0', runs: [{ tool: { driver: { name: 'Chronicle' } } }] })
  })

  test('acknowledges findings, of edits here and of commits beside them, and then minds them no more', async () => {
    await station.repository.git('checkout', '--quiet', '--detach')
    const source = await station.repository.git('show', 'HEAD:src/client.rs')
    await station.repository.write({ 'src/client.rs': source.replace('0..attempts', '0..=attempts') })
    const idsOf = async (...args: readonly string[]): Promise<readonly string[]> => {
      const { stdout } = await run('check', ...args, '--format', 'json')
      return (JSON.parse(stdout) as { findings: { id: string }[] }).findings.map(({ id }) => id)
    }
    const ids = await idsOf()
    const answer = [...ids.flatMap((id) => ['--ack', id]), '--reason', 'One more is measured to be fine']
    expect(await run('check', ...answer, '--dry-run')).toMatchObject({ code: 0 })
    expect(await idsOf()).toEqual(ids)
    const local = await run('check', ...answer)
    expect(local).toMatchObject({ code: 0, stderr: '' })
    expect(local.stdout).toContain(`Chronicle-Ack: ${ids[0]} One more is measured to be fine`)
    expect(await run('check', '--fail-on', 'low')).toMatchObject({ code: 0 })
    // The acknowledgement was about edits on this commit; the resulting commit needs its own.
    await station.repository.commit('One more')
    expect(await idsOf('HEAD')).toEqual(ids)
    expect(await run('check', 'HEAD', '--fail-on', 'low')).toMatchObject({ code: 3 })
    const stored = await run('check', 'HEAD', ...answer, '--format', 'json')
    expect(acknowledgementReceiptSchema.safeParse(JSON.parse(stored.stdout)).error).toBeUndefined()
    expect(JSON.parse(stored.stdout)).toMatchObject({ status: 'recorded', notes_ref: 'refs/notes/chronicle-acks' })
    expect((await run('check', 'HEAD', ...answer)).stdout).toContain('Nothing new')
    const { code, stdout } = await run('check', 'HEAD', '--fail-on', 'low')
    expect(code).toBe(0)
    expect(stdout).toContain('every finding is acknowledged')
    await station.repository.git('reset', '--quiet', '--hard', 'HEAD~1')
  })

  test('refuses to acknowledge what it does not find, and without a reason', async () => {
    const unknown = await run('check', 'HEAD~1..HEAD', '--ack', 'abcdef0123', '--reason', 'Fine')
    expect(failure(unknown)).toMatchObject({ schema: 'chronicle-ack-receipt/v1', code: 'finding_not_found' })
    expect(unknown.stderr).toContain('The change has no finding abcdef0123')
    expect(failure(await run('check', '--ack', 'abcdef0123')).code).toBe('usage')
    expect(failure(await run('check', '--ack', 'abcdef0123', '--reason', ' ')).code).toBe('invalid_acknowledgement')
    expect(failure(await run('check', '--ack', 'xyz', '--reason', 'Fine')).code).toBe('invalid_acknowledgement')
    expect(failure(await run('check', '--reason', 'Fine')).code).toBe('usage')
  })

  test('refuses a range beside --staged, and revisions that there are not', async () => {
    const both = await run('check', 'HEAD~1..HEAD', '--staged')
    expect(failure(both)).toMatchObject({ schema: 'chronicle-check/v1', code: 'usage' })
    expect(both.code).toBe(2)
    expect(failure(await run('check', 'nowhere..HEAD')).code).toBe('revision_not_found')
  })
})
