import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import type { CorrectionReceipt, ScrubReceipt } from '@chronicle/core/corrections'
import { openChronicle } from '@chronicle/node'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import type { CommitId, ReadOutput, ReadRegion } from '@chronicle/schema'
import { correctionReceiptSchema, readOutputSchema, scrubReceiptSchema } from '@chronicle/schema/validate'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { annotate, chronicle, failureOf, jsonOf, readJson, testEnvironment } from './run-chronicle.ts'

const NOTES = 'refs/notes/chronicle'
const CORRECTIONS = 'refs/notes/chronicle-corrections'
const SOURCE = `export function add(a: number, b: number): number {
  return a + b
}

export class Ledger {
  post(): void {}
  close(): void {}
}
`
const USER = `import { add } from './ledger'

export function total(): number {
  return add(1, 2)
}
`

let repository: FixtureRepository
let first: CommitId
let second: CommitId
beforeEach(async () => {
  repository = await createFixtureRepository()
  first = await repository.commitFiles('Add the ledger', { 'src/ledger.ts': SOURCE })
  await annotate(repository.dir, {
    summary: 'A ledger',
    regions: [
      {
        file: 'src/ledger.ts',
        anchor: 'add',
        intent: 'Cents, never euros',
        reasoning: 'Floats lost money.',
        constraints: ['no floats', 'never negative'],
        tags: ['money'],
        rejected_alternatives: [{ approach: 'a decimal library', reason: 'slow' }],
      },
      { file: 'src/ledger.ts', anchor: 'Ledger.post', intent: 'Post once' },
    ],
    cross_cutting: [{ description: 'Rounding', regions: ['src/ledger.ts:add', 'src/ledger.ts:Ledger'] }],
  })
  second = await repository.commitFiles('Add totals', { 'src/total.ts': USER })
  await annotate(repository.dir, {
    summary: 'Totals',
    regions: [
      {
        file: 'src/total.ts',
        anchor: 'total',
        intent: 'The sum of all',
        semantic_dependencies: [{ file: 'src/ledger.ts', anchor: 'add', nature: 'is exact' }],
        related_annotations: [{ commit: first, anchor: 'add', relationship: 'builds on' }],
      },
    ],
  })
})
afterEach(() => repository.dispose())

const run = (...args: readonly string[]) => chronicle(repository.dir, args)
/** Returns the exit code and the error code of a run. */
const refused = async (...args: readonly string[]): Promise<readonly [number, string]> => {
  const ended = await run(...args)
  return [ended.code, failureOf(ended).code]
}
const refusedAs = async (...args: readonly string[]): Promise<string> => (await refused(...args))[1]
const receipt = async <T = CorrectionReceipt>(...args: readonly string[]): Promise<T> => {
  const document = jsonOf<T>(await run(...args, '--format', 'json'))
  const schema = args[0] === 'scrub' ? scrubReceiptSchema : correctionReceiptSchema
  expect(schema.safeParse(document).error).toBeUndefined()
  return document
}
/** Runs `correct` with options given by name. */
const correct = (commit: string, options: Readonly<Record<string, string>>): Promise<CorrectionReceipt> =>
  receipt('correct', commit, ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]))
const read = async (...args: readonly string[]): Promise<ReadOutput> => {
  const output = await readJson(repository.dir, args)
  expect(readOutputSchema.safeParse(output).error).toBeUndefined()
  return output
}
const regionOf = async (...args: readonly string[]): Promise<ReadRegion> => {
  const [region, ...others] = (await read(...args)).regions
  if (region === undefined || others.length > 0) throw new Error(`${others.length + 1} regions`)
  return region
}
const noteOf = (commit: string, ref = NOTES): Promise<string> => repository.git('notes', `--ref=${ref}`, 'show', commit)

describe('flag', () => {
  test('is shown with the region, by whom and why, and halves its confidence', async () => {
    const before = await regionOf('src/ledger.ts', 'add')
    const note = await noteOf(first)
    const stored = await receipt('flag', 'src/ledger.ts', 'add', '--reason', 'Floats are fine since 2025')
    expect(stored).toEqual({
      $schema: 'chronicle-correction-receipt/v1',
      status: 'recorded',
      notes_ref: CORRECTIONS,
      corrections: [
        {
          commit: first,
          correction: {
            $schema: 'chronicle-correction/v1',
            file: 'src/ledger.ts',
            anchor: 'add',
            intent: 'Cents, never euros',
            correction_type: 'flag',
            reason: 'Floats are fine since 2025',
            author: 'Ada Fixture <ada@example.com>',
            timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]+Z$/) as string,
          },
          regions: [{ file: 'src/ledger.ts', anchor: 'add', intent: 'Cents, never euros', id: 'beef9809' }],
        },
      ],
      warnings: [],
    })
    expect(await noteOf(first)).toBe(note)
    expect(await noteOf(first, CORRECTIONS)).toBe(JSON.stringify(stored.corrections[0]?.correction))
    const { corrections, confidence, ...after } = await regionOf('src/ledger.ts', 'add')
    const { confidence: trusted, ...rest } = before
    expect(after).toEqual(rest)
    expect(confidence).toBeCloseTo(trusted * 0.5, 2)
    expect(corrections).toEqual([
      expect.objectContaining({
        correction_type: 'flag',
        reason: 'Floats are fine since 2025',
        author: 'Ada Fixture <ada@example.com>',
        effect: 'noted',
      }),
    ])
    for (const format of ['markdown', 'pretty']) {
      const { stdout } = await run('read', 'src/ledger.ts', 'add', '--format', format)
      const shown = stdout.replace(/\s+/gu, ' ')
      expect(shown).toContain('flag: Floats are fine since 2025 (Ada Fixture')
      expect(shown).toMatch(/ada@example.com\\?[>&gt;]+, \d{4}-\d\d-\d\d\)/u)
    }
    expect((await regionOf('src/ledger.ts', 'Ledger.post')).corrections).toBeUndefined()
  })

  test('of several regions needs to be told which', async () => {
    const run1 = await run('flag', 'src/ledger.ts', '--reason', 'x')
    expect(run1.code).toBe(1)
    const { code, message, data } = failureOf(run1)
    expect(code).toBe('ambiguous_region')
    expect(message).toMatch(new RegExp(`${first.slice(0, 12)} [0-9a-f]{8} add \\(Cents, never euros\\)`, 'u'))
    expect(message).toContain('--all')
    expect(data?.['regions']).toContainEqual(
      expect.objectContaining({ commit: first, anchor: 'Ledger::post', intent: 'Post once' }),
    )
    const all = await receipt('flag', 'src/ledger.ts', '--all', '--reason', 'x')
    expect(all.corrections.map(({ regions }) => regions[0]?.anchor).toSorted()).toEqual(['Ledger::post', 'add'])
    expect(await refusedAs('flag', 'src/ledger.ts:add', 'Ledger::post', '--reason', 'x')).toBe('usage')
    expect(await refusedAs('flag', 'src/ledger.ts', 'add', '--anchor', 'add', '--reason', 'x')).toBe('usage')
    expect(await refusedAs('flag', 'src/ledger.ts', 'add', '--commit', second, '--reason', 'x')).toBe(
      'region_not_found',
    )
    expect(
      (await receipt('flag', 'src/ledger.ts', '--anchor', 'add', '--commit', first.slice(0, 8), '--reason', 'y'))
        .status,
    ).toBe('recorded')
  })

  test('said twice by the same author is recorded once; another reason counts again', async () => {
    await receipt('flag', 'src/ledger.ts', 'add', '--reason', 'x')
    expect((await receipt('flag', 'src/ledger.ts', 'add', '--reason', 'x')).status).toBe('unchanged')
    const once = (await regionOf('src/ledger.ts', 'add')).confidence
    await receipt('flag', 'src/ledger.ts', 'add', '--reason', 'y')
    expect((await regionOf('src/ledger.ts', 'add')).confidence).toBeCloseTo(once / 2, 1)
  })

  test('of a region without an anchor means that region alone', async () => {
    const commit = await repository.commitFiles('Add notes', { 'notes.txt': 'one\ntwo\n' })
    await annotate(repository.dir, {
      summary: 'Notes',
      regions: [
        { file: 'notes.txt', lines: '1:1', intent: 'The first' },
        { file: 'notes.txt', lines: '2:2', intent: 'The second' },
      ],
    })
    expect(await refusedAs('flag', 'notes.txt', '--reason', 'x')).toBe('ambiguous_region')
    const one = await receipt('flag', 'notes.txt', '--lines', '2:2', '--reason', 'x')
    expect(one.corrections.map(({ regions: [region] }) => region?.intent)).toEqual(['The second'])
    expect((await read('notes.txt')).regions.map(({ intent, corrections }) => [intent, corrections?.length])).toEqual([
      ['The first', undefined],
      ['The second', 1],
    ])
    expect(await refusedAs('flag', 'notes.txt', '--lines', '2:1', '--reason', 'x')).toBe('usage')
    expect(await refusedAs('flag', 'notes.txt', 'x', '--lines', '1:2', '--reason', 'x')).toBe('usage')
    const { regions } = await read('notes.txt')
    expect(regions).toHaveLength(2)
    const chronicleHere = openChronicle({ dir: repository.dir, env: testEnvironment })
    const flagged = await chronicleHere.flag({ path: 'notes.txt', commit, all: true, reason: 'both' })
    await chronicleHere.close()
    expect(
      flagged
        ._unsafeUnwrap()
        .corrections.map(({ correction }) => correction['intent'])
        .toSorted(),
    ).toEqual(['The first', 'The second'])
  })

  test('of nothing, without a reason, and of no file', async () => {
    await repository.commitFiles('Add a file', { 'bare.ts': 'export {}\n' })
    expect(await refusedAs('flag', 'bare.ts', '--reason', 'x')).toBe('region_not_found')
    expect(await refused('flag', 'src/ledger.ts')).toEqual([2, 'usage'])
    expect(await refused('flag', 'src/ledger.ts', 'add', '--reason', '')).toEqual([2, 'invalid_correction'])
    expect(await refusedAs('flag', 'none.ts', '--reason', 'x')).toBe('file_not_found')
  })

  test('works from a subdirectory, and with a dry run writes nothing', async () => {
    const there = join(repository.dir, 'src')
    const dry = await chronicle(there, ['flag', 'ledger.ts', 'add', '--reason', 'x', '--dry-run'])
    expect(dry.stdout).toMatch(/^Would record 1 correction in refs\/notes\/chronicle-corrections\.\n {2}\+ /u)
    await expect(repository.git('rev-parse', '--verify', CORRECTIONS)).rejects.toThrow()
  })
})

describe('correct', () => {
  test('takes a value out of what is shown, and says what it was', async () => {
    const before = await regionOf('src/ledger.ts', 'add')
    await correct(first, { region: 'add', field: 'constraints', remove: 'no floats', reason: 'Old' })
    const after = await regionOf('src/ledger.ts', 'add')
    expect(after.constraints.map(({ text }) => text)).toEqual(['never negative'])
    expect(after.confidence).toBeCloseTo(before.confidence * 0.9, 1)
    expect(after.corrections).toEqual([expect.objectContaining({ target_value: 'no floats', effect: 'applied' })])
    const { stdout } = await run('read', 'src/ledger.ts', 'add')
    expect(stdout).toContain('remove constraints "no floats": Old')
    expect(stdout).not.toContain('[author] no floats')
  })

  test('puts another value in its place, which can be corrected in turn', async () => {
    const amend = (from: string, to: string) =>
      correct(first, { field: 'intent', amend: from, with: to, reason: 'Clearer' })
    await amend('Cents, never euros', 'Cents')
    await amend('Cents', 'Whole cents')
    const region = await regionOf('src/ledger.ts', 'add')
    expect(region.intent).toBe('Whole cents')
    expect(region.corrections?.map(({ effect }) => effect)).toEqual(['applied', 'applied'])
  })

  test('wants a field and a value that are there', async () => {
    const value = failureOf(
      await run('correct', first, '--field', 'constraints', '--remove', 'no float', '--reason', 'x'),
    )
    expect(value.code).toBe('value_not_found')
    expect(value.data?.['values']).toEqual(['no floats', 'never negative'])
    expect(value.message).toContain('Its values, nearest first: "no floats", "never negative"')
    const field = await run('correct', first, '--field', 'constrain', '--remove', 'no floats', '--reason', 'x')
    expect([field.code, failureOf(field).code]).toEqual([2, 'invalid_correction'])
    expect(failureOf(field).message).toContain('Did you mean constraints?')
    const region = failureOf(
      await run('correct', first, '--region', 'subtract', '--field', 'tags', '--remove', 'money', '--reason', 'x'),
    )
    expect(region.code).toBe('region_not_found')
    expect(region.message).toContain('src/ledger.ts add (Cents, never euros)')
    expect(await refusedAs('correct', 'nowhere', '--field', 'tags', '--remove', 'x', '--reason', 'x')).toBe(
      'revision_not_found',
    )
    expect(await refused('correct', first, '--field', 'tags', '--amend', 'money', '--reason', 'x')).toEqual([
      2,
      'usage',
    ])
  })

  test('reaches dependents, groups and linked reasoning', async () => {
    const before = await read('src/ledger.ts', 'add')
    expect([before.dependencies_on_this.length, before.cross_cutting.length]).toEqual([1, 1])
    const change = (commit: string, field: string, value: string) =>
      correct(commit, { field, remove: value, reason: 'Not so' })
    await change(first, 'cross_cutting', 'Rounding')
    await change(second, 'semantic_dependencies', 'src/ledger.ts:add')
    const after = await read('src/ledger.ts', 'add')
    expect([after.dependencies_on_this.length, after.cross_cutting.length]).toEqual([0, 0])
    await correct(first, { field: 'intent', amend: 'Cents, never euros', with: 'Cents', reason: 'x' })
    expect((await regionOf('src/total.ts', 'total')).related?.[0]?.intent).toBe('Cents')
  })
})

describe('regions that read does not find', () => {
  let old: CommitId
  beforeEach(async () => {
    await repository.write({ 'src/old.ts': 'export function gone(): void {\n  start()\n  stop()\n}\n' })
    old = await repository.commit('Add old')
    await annotate(repository.dir, {
      summary: 'Old',
      regions: [
        { file: 'src/old.ts', anchor: 'gone', intent: 'Start before stop', constraints: ['start first'] },
        { file: 'src/old.ts', anchor: 'gone', intent: 'Stop is idempotent' },
        { file: 'src/', intent: 'No console here' },
      ],
    })
    await repository.git('rm', '-q', 'src/old.ts')
    await repository.write({ 'src/new.ts': 'export const x = 1\n\nexport function fresh(): void {\n  run()\n}\n' })
    await repository.commit('Rewrite')
  })

  test('are flagged by the unit as recorded, and told apart by words and ids', async () => {
    const several = failureOf(await run('flag', 'src/old.ts', 'gone', '--reason', 'x'))
    expect(several.code).toBe('ambiguous_region')
    const byWords = await receipt('flag', 'src/old.ts:gone', '--intent', 'idempotent stop', '--reason', 'x')
    expect(byWords.corrections.map(({ regions }) => regions[0]?.intent)).toEqual(['Stop is idempotent'])
    const [entry] = several.data?.['regions'] as readonly { readonly id: string; readonly intent: string }[]
    const byId = await receipt('flag', 'src/old.ts', '--id', entry?.id ?? '', '--reason', 'y')
    expect(byId.corrections.map(({ regions }) => regions[0]?.intent)).toEqual([entry?.intent])
    const all = await receipt('flag', 'src/old.ts', '--commit', old, '--all', '--reason', 'z')
    expect(all.corrections).toHaveLength(2)
    expect(await refusedAs('flag', 'src/older.ts', '--reason', 'x')).toBe('file_not_found')
  })

  test('are flagged as rules of a folder', async () => {
    const rule = await receipt('flag', 'src/', '--reason', 'There is one')
    expect(rule.corrections.map(({ correction }) => correction['file'])).toEqual(['src/'])
    expect(await refusedAs('flag', './', '--reason', 'x')).toBe('region_not_found')
  })

  test('are corrected and retracted one of several on a unit', async () => {
    const value = ['--region', 'gone', '--intent', 'start before', '--field', 'constraints', '--remove', 'start first']
    await receipt('correct', old, ...value, '--reason', 'x')
    const again = failureOf(await run('correct', old, ...value, '--reason', 'x'))
    expect(again).toMatchObject({ code: 'value_not_found', data: { values: [] } })
    expect(again.message).toContain('"start first" was corrected before and is no longer in constraints')
    const retracted = await receipt('retract', old, '--intent', 'idempotent', '--reason', 'x')
    expect(retracted.corrections).toMatchObject([{ correction: { intent: 'Stop is idempotent' } }])
  })

  test('get a new place', async () => {
    const ambiguous = failureOf(await run('reattach', old, '--region', 'gone', '--to', 'src/new.ts:fresh'))
    expect(ambiguous.code).toBe('ambiguous_region')
    expect(ambiguous.message).toContain('--intent')
    const to = (place: string) => run('reattach', old, '--intent', 'start before', '--to', place, '--format', 'json')
    expect(failureOf(await to('src/new.ts:fresch')).code).toBe('anchor_not_found')
    expect(failureOf(await to('src/nwe.ts')).code).toBe('file_not_found')
    const { stdout } = await to('src/new.ts:fresh')
    const { corrections } = JSON.parse(stdout) as CorrectionReceipt
    const head = await repository.git('rev-parse', 'HEAD')
    expect(corrections).toMatchObject([
      {
        correction: {
          correction_type: 'reattach',
          file: 'src/old.ts',
          intent: 'Start before stop',
          place: { file: 'src/new.ts', ast_anchor: { type: 'function', name: 'fresh' }, lines: { start: 3, end: 5 } },
          at_commit: head,
          reason: 'The code is in src/new.ts, fresh.',
        },
      },
    ])
    // The region is found under its new name, but keeps the recorded one.
    const flagged = await receipt('flag', 'src/new.ts:fresh', '--reason', 'x')
    expect(flagged.corrections).toMatchObject([{ correction: { anchor: 'gone', intent: 'Start before stop' } }])
    expect((await run('reattach', old, '--intent', 'start before', '--to', 'src/new.ts:fresh')).stdout).toMatch(
      /^Nothing new/u,
    )
  })
})

describe('supersede', () => {
  test('shows where the newer reasoning is, and lowers the confidence', async () => {
    const before = await regionOf('src/ledger.ts', 'add')
    await receipt('supersede', first, '--region', 'add', '--by', 'HEAD')
    const after = await regionOf('src/ledger.ts', 'add')
    expect(after.confidence).toBeCloseTo(before.confidence * 0.3, 1)
    expect(after.corrections).toEqual([expect.objectContaining({ superseded_by: second })])
    const { stdout } = await run('read', 'src/ledger.ts', 'add')
    expect(stdout).toContain(`supersede by ${second.slice(0, 7)}`)
  })

  test('by an annotation that is not there yet is a warning; by itself an error', async () => {
    const later = await repository.commit('Later')
    const { warnings } = await receipt('supersede', first, '--by', later)
    expect(warnings.map(({ code }) => code)).toEqual(['no_newer_annotation'])
    expect(await refusedAs('supersede', first, '--by', first)).toBe('invalid_correction')
    expect(await refusedAs('supersede', first, '--by', 'nowhere')).toBe('revision_not_found')
  })
})

describe('retract', () => {
  test('withholds a region, says so, and shows it when asked for everything', async () => {
    await receipt('retract', first, '--file', 'src/ledger.ts:add', '--reason', 'Never true')
    const hidden = await read('src/ledger.ts')
    expect(hidden.regions.map((region) => region.ast_anchor?.name)).toEqual(['Ledger::post'])
    expect(hidden.diagnostics).toContainEqual({
      code: 'retracted',
      severity: 'info',
      message: '1 region was retracted and is not shown.',
      remedy: { option: 'verbose', value: true },
    })
    expect(hidden.cross_cutting).toHaveLength(1)
    const { stdout } = await run('read', 'src/ledger.ts', 'add', '--verbose')
    expect(stdout).toContain('retract: Never true')
    expect(stdout).toContain('Cents, never euros')
    const related = (await regionOf('src/total.ts', 'total')).related?.[0]
    expect(related).toMatchObject({ commit: first, unresolved: 'retracted' })
    expect(related?.intent).toBeUndefined()
  })

  test('withholds a whole annotation, its groups and dependencies too', async () => {
    await receipt('retract', first, '--reason', 'Wrong commit')
    await receipt('retract', second, '--reason', 'Wrong commit')
    const output = await read('src/ledger.ts')
    expect([output.regions, output.cross_cutting, output.dependencies_on_this]).toEqual([[], [], []])
  })

  test('leaves alone what is recorded at the same place of the same commit afterwards', async () => {
    const restated = { file: 'src/total.ts', anchor: 'total', intent: 'The sum of all that were posted' }
    await receipt('flag', 'src/total.ts', 'total', '--reason', 'Not of all')
    await receipt('retract', second, '--region', 'total', '--reason', 'Not of all')
    await annotate(repository.dir, { summary: 'Totals', regions: [restated] })
    const { regions, diagnostics } = await read('src/total.ts', 'total')
    expect(regions.map(({ intent, corrections }) => [intent, corrections])).toEqual([[restated.intent, undefined]])
    expect(diagnostics.map(({ code }) => code)).toContain('retracted')
  })

  test('of an annotation whose commit is gone', async () => {
    await repository.git('reset', '--hard', 'HEAD~1')
    await repository.git('reflog', 'expire', '--expire=now', '--all')
    await repository.git('gc', '--prune=now', '--quiet')
    expect((await receipt('retract', second, '--reason', 'Gone')).status).toBe('recorded')
  })
})

describe('storing', () => {
  test('loses nothing when several write at once', async () => {
    const people = ['a', 'b', 'c', 'd', 'e', 'f']
    const all = await Promise.all(people.map((name) => run('flag', 'src/ledger.ts', 'add', '--reason', `says ${name}`)))
    expect(all.map(({ code, stdout }) => [code, code === 0 ? '' : stdout])).toEqual(people.map(() => [0, '']))
    const lines = (await noteOf(first, CORRECTIONS)).split('\n')
    expect(lines).toHaveLength(people.length)
    expect(lines).toEqual(lines.toSorted())
  })

  test('keeps lines that it cannot read, and reading goes on with the others', async () => {
    await repository.note(first, 'not a correction\n{"correction_type":"flag","reason":"by hand"}\n', CORRECTIONS)
    await receipt('flag', 'src/ledger.ts', 'add', '--reason', 'x')
    expect(await noteOf(first, CORRECTIONS)).toContain('not a correction\n')
    const output = await read('src/ledger.ts', 'add')
    expect(output.regions[0]?.corrections).toHaveLength(2)
    expect(output.diagnostics.map(({ code }) => code)).toContain('unreadable_correction')
  })

  test('goes beside the notes ref that is asked for', async () => {
    const ref = 'refs/notes/team'
    await annotate(
      repository.dir,
      { summary: 's', regions: [{ file: 'src/total.ts', anchor: 'total', intent: 'Ours' }] },
      '--notes-ref',
      ref,
    )
    const stored = await receipt('flag', 'src/total.ts', 'total', '--notes-ref', ref, '--reason', 'x')
    expect(stored.notes_ref).toBe('refs/notes/team-corrections')
    expect((await regionOf('src/total.ts', 'total')).corrections).toBeUndefined()
    expect((await regionOf('src/total.ts', 'total', '--notes-ref', ref)).corrections).toHaveLength(1)
  })

  test('takes secrets out of what it stores, and tells', async () => {
    const secret = `gh${'p_'}a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8`
    const flagged = await receipt('flag', 'src/ledger.ts', 'add', '--reason', `Printed ${secret}`)
    expect(flagged.warnings.map(({ code }) => code)).toEqual(['secret_redacted'])
    expect(await noteOf(first, CORRECTIONS)).toContain('Printed [REDACTED:github]')
    expect(await noteOf(first, CORRECTIONS)).not.toContain(secret)
  })

  test('needs an identity', async () => {
    await repository.git('config', 'user.name', '')
    await repository.git('config', 'user.email', '')
    expect(await refusedAs('flag', 'src/ledger.ts', 'add', '--reason', 'x')).toBe('identity_unknown')
  })

  test('prints markdown and pretty receipts of one line for each thing', async () => {
    const args = ['correct', first, '--field', 'tags', '--remove', 'money', '--reason', 'two\nlines']
    const markdown = await run(...args, '--dry-run', '--format', 'markdown')
    expect(markdown.stdout.split('\n')).toEqual([
      `Would record 1 correction in ${CORRECTIONS}.`,
      '',
      `- ${first.slice(0, 12)} remove tags "money": two lines (Ada Fixture <ada@example.com>)`,
      '  - [beef9809] src/ledger.ts  add: Cents, never euros',
      '',
    ])
    expect((await run(...args)).stdout).toMatch(/^Recorded 1 correction in .*\n {2}\+ /u)
    expect(await refusedAs(...args)).toBe('value_not_found')
  })
})

describe('scrub', () => {
  const SECRET = 'tok/"éen-42'

  /** Whether git finds the text in any object reachable from refs. */
  async function reachable(text: string): Promise<boolean> {
    const objects = (await repository.git('rev-list', '--objects', '--all'))
      .split('\n')
      .map((line) => line.slice(0, 40))
    for (const id of objects) {
      const content = await repository.gitBytes(['cat-file', '-p', id])
      if (content.includes(text) || content.includes(JSON.stringify(text).slice(1, -1))) return true
    }
    return false
  }

  test.each(['cli', 'isomorphic'])('takes a text out of every note and its history (%s)', async (backend) => {
    await correct(first, { field: 'reasoning', amend: 'Floats lost money.', with: `Use ${SECRET}`, reason: 'x' })
    await correct(first, { field: 'reasoning', amend: `Use ${SECRET}`, with: 'Use the token', reason: 'y' })
    await repository.note(
      second,
      `{"broken": "${SECRET.replace('"', '\\"').replace('é', '\\u00E9')}`,
      'refs/notes/chronicle',
    )
    const other = await noteOf(first)
    expect(await reachable(SECRET)).toBe(true)
    const dry = await receipt<ScrubReceipt>('scrub', '--text', SECRET, '--dry-run', '--git-backend', backend)
    expect(await reachable(SECRET)).toBe(true)
    const done = await receipt<ScrubReceipt>('scrub', '--text', SECRET, '--git-backend', backend)
    expect({ ...dry, dry_run: undefined }).toEqual({ ...done, dry_run: undefined })
    expect(JSON.stringify(done)).not.toContain('en-42')
    expect(done.refs).toEqual([
      { notes_ref: CORRECTIONS, notes: [{ commit: first, occurrences: 2 }] },
      { notes_ref: NOTES, notes: [{ commit: second, occurrences: 1 }] },
    ])
    expect(await reachable(SECRET)).toBe(false)
    expect(await reachable('en-42')).toBe(false)
    expect(await noteOf(first)).toBe(other)
    expect(await noteOf(second)).toBe('{"broken": "[scrubbed]')
    expect(await repository.git('rev-list', '--count', NOTES, CORRECTIONS)).toBe('2')
    const again = await run('scrub', '--text', SECRET, '--git-backend', backend)
    expect(again.stdout).toBe('Nothing found in any note or any former state of a note.\n')
    await repository.git('fsck', '--strict')
  })

  test.each(['cli', 'isomorphic'])('takes a text out of acknowledgements (%s)', async (backend) => {
    const ref = `${NOTES}-acks`
    const ack = { finding: '0123456789', author: 'Ada <ada@example.com>', timestamp: '2024-01-01T00:00:00Z' }
    await repository.note(first, JSON.stringify({ $schema: 'chronicle-ack/v1', ...ack, reason: `Uses ${SECRET}` }), ref)
    expect(await reachable(SECRET)).toBe(true)
    const done = await receipt<ScrubReceipt>('scrub', '--text', SECRET, '--git-backend', backend)
    expect(done.refs).toEqual([{ notes_ref: ref, notes: [{ commit: first, occurrences: 1 }] }])
    expect(await reachable(SECRET)).toBe(false)
    expect(JSON.parse(await repository.git('notes', `--ref=${ref}`, 'show', first))).toMatchObject({
      ...ack,
      reason: 'Uses [scrubbed]',
    })
  })

  test('finds what only a former state of the notes held', async () => {
    await repository.note(second, `{"summary": "${'hunter2'}"}`, NOTES)
    await repository.git('notes', `--ref=${NOTES}`, 'remove', second)
    const before = await noteOf(first)
    expect(await reachable('hunter2')).toBe(true)
    const done = await receipt<ScrubReceipt>('scrub', '--text', 'hunter2')
    expect(done.refs).toEqual([{ notes_ref: NOTES, notes: [], in_history: true }])
    expect(await reachable('hunter2')).toBe(false)
    expect(await noteOf(first)).toBe(before)
  })

  test('takes the text out of what is not recorded yet', async () => {
    await run('note', 'It uses magic77')
    const kept = join(repository.dir, '.git/chronicle/unrecorded', `${first}.json`)
    await mkdir(dirname(kept), { recursive: true })
    await writeFile(kept, '{"author": {"notes": ["magic77"]}}')
    const dry = await receipt<ScrubReceipt>('scrub', '--text', 'magic77', '--dry-run')
    expect(dry.warnings.map(({ code }) => code)).toEqual(['unrecorded_scrubbed', 'unrecorded_scrubbed'])
    expect((await run('note', '--list')).stdout).toContain('magic77')
    const done = await receipt<ScrubReceipt>('scrub', '--text', 'magic77')
    expect(done.warnings).toHaveLength(2)
    expect((await run('note', '--list')).stdout).toContain('It uses [scrubbed]')
    expect(await readFile(kept, 'utf8')).toBe('{"author": {"notes": ["[scrubbed]"]}}')
  })

  test('leaves what another process is writing at that moment, and says so', async () => {
    await run('note', 'It uses magic77')
    const lock = join(repository.dir, '.git/chronicle/pending-context.json.lock')
    await writeFile(lock, 'of another process')
    const done = await receipt<ScrubReceipt>('scrub', '--text', 'magic77')
    expect(done.warnings).toMatchObject([{ code: 'unrecorded_not_scrubbed' }])
    expect(done.warnings[0]?.message).toContain('Another process is writing')
    await rm(lock)
    expect((await run('note', '--list')).stdout).toContain('magic77')
  })

  test('takes it out of the context of the next commit in every working tree', async () => {
    const linked = `${repository.dir}-linked`
    await repository.git('worktree', 'add', '-q', '--detach', linked)
    const noted = async (...dirs: readonly string[]): Promise<void> => {
      for (const dir of dirs) await run('-C', dir, 'note', 'It uses magic77')
    }
    try {
      await noted(repository.dir, linked)
      const done = await receipt<ScrubReceipt>('scrub', '--text', 'magic77')
      expect(done.warnings).toHaveLength(2)
      expect((await run('-C', linked, 'note', '--list')).stdout).toContain('It uses [scrubbed]')
      await noted(repository.dir)
      await run('-C', linked, 'scrub', '--text', 'magic77')
      expect((await run('note', '--list')).stdout).not.toContain('magic77')
    } finally {
      await repository.git('worktree', 'remove', '--force', linked)
    }
  })

  test('says what is left to do though a file could not be scrubbed', async () => {
    const unrecorded = join(repository.dir, '.git/chronicle/unrecorded')
    await mkdir(join(unrecorded, 'a.json'), { recursive: true })
    await writeFile(join(unrecorded, 'b.json'), '{"author": {"notes": ["Floats lost money."]}}')
    await mkdir(join(unrecorded, 'b.json.draft'))
    const done = await receipt<ScrubReceipt>('scrub', '--text', 'Floats lost money.')
    expect(done.warnings.map(({ code }) => code)).toEqual(['unrecorded_not_scrubbed'])
    expect(done.remaining.map(({ place }) => place)).toContain('objects')
    expect(await noteOf(first)).not.toContain('Floats lost money.')
  })

  test('prints commands of remotes with any name, and none that replaces what nobody saw', async () => {
    const remotes = ['origin', 'a&b;c']
    for (const name of remotes) await repository.git('remote', 'add', name, '../elsewhere.git')
    await repository.git('update-ref', 'refs/notes/remotes/a&b;c/chronicle', NOTES)
    const tip = await repository.git('rev-parse', NOTES)
    const { remaining } = await receipt<ScrubReceipt>('scrub', '--text', 'Floats lost money.')
    expect(remaining.flatMap(({ place, command }) => (place.startsWith('remote') ? [command] : []))).toEqual([
      `git push --force-with-lease=${NOTES}:${tip} 'a&b;c' ${NOTES}:${NOTES}`,
      "git update-ref -d 'refs/notes/remotes/a&b;c/chronicle'",
      'git chronicle sync pull origin',
    ])
  })

  test('tells where it still is, and the commands do what they say', async () => {
    await repository.git('remote', 'add', 'origin', '../elsewhere.git')
    await repository.git('update-ref', 'refs/notes/remotes/origin/chronicle', NOTES)
    const blob = (await repository.git('notes', `--ref=${NOTES}`, 'list', first)).slice(0, 40)
    const tip = await repository.git('rev-parse', NOTES)
    const { remaining } = await receipt<ScrubReceipt>('scrub', '--text', 'Floats lost money.')
    expect(remaining.map(({ place }) => place)).toEqual(['cache', 'remote', 'remote_tracking_ref', 'objects', 'clones'])
    const commandOf = (place: string) => remaining.find((each) => each.place === place)?.command ?? ''
    expect(commandOf('remote')).toBe(`git push --force-with-lease=${NOTES}:${tip} origin ${NOTES}:${NOTES}`)
    const chronicleDir = join(repository.dir, '.git/chronicle')
    const data = [
      'cache-v1/acknowledgements/a',
      'failed.log',
      'pending-context.json',
      'rewrites.jsonl',
      'unrecorded/b.json',
    ]
    for (const name of data) {
      await mkdir(dirname(join(chronicleDir, name)), { recursive: true })
      await writeFile(join(chronicleDir, name), '{}')
    }
    await promisify(execFile)('sh', ['-c', commandOf('cache')], { cwd: repository.dir })
    const left = await readdir(chronicleDir, { recursive: true, withFileTypes: true })
    const files = left.filter((each) => each.isFile()).map(({ name, parentPath }) => join(parentPath, name))
    expect(files.map((file) => relative(chronicleDir, file)).sort()).toEqual(data)
    // The order matters: an object to which a ref still points is not removed.
    const local = remaining.filter(({ place }) => place === 'remote_tracking_ref' || place === 'objects')
    for (const { command = '' } of local) {
      for (const part of command.split(' && ')) {
        expect(part).toMatch(/^git /u)
        await repository.git(...part.split(' ').slice(1))
      }
    }
    await expect(repository.git('cat-file', '-e', blob)).rejects.toThrow()
    const { stdout } = await run('scrub', '--text', 'Post once', '--dry-run')
    expect(stdout).toMatch(/^Would replace 1 ref, each by one commit without history\.\n/u)
    expect(stdout).toContain('git gc --prune=now')
  })

  test('drops a region, with the corrections that speak of it', async () => {
    await receipt('flag', 'src/ledger.ts', 'add', '--reason', 'x')
    await receipt('flag', 'src/ledger.ts', 'Ledger.post', '--reason', 'y')
    const done = await receipt<ScrubReceipt>('scrub', '--commit', first, '--region', 'add')
    expect(done.refs.map(({ notes }) => notes)).toEqual([
      [{ commit: first, occurrences: 1 }],
      [{ commit: first, occurrences: 1 }],
    ])
    const { regions } = await read('src/ledger.ts')
    expect(regions.map((region) => [region.ast_anchor?.name, region.corrections?.length])).toEqual([
      ['Ledger::post', 1],
    ])
    expect(await reachable('Cents, never euros')).toBe(false)
  })

  test('takes a text from stdin, and only from one commit', async () => {
    await repository.note(second, '{"summary": "Floats lost money."}', NOTES)
    const { code, stdout } = await chronicle(
      repository.dir,
      ['scrub', '--text', '-', '--commit', second, '--format', 'json'],
      { input: 'Floats lost money.\n' },
    )
    expect(code).toBe(0)
    expect((JSON.parse(stdout) as ScrubReceipt).refs).toEqual([
      { notes_ref: NOTES, notes: [{ commit: second, occurrences: 1 }] },
    ])
    expect(await noteOf(first)).toContain('Floats lost money.')
  })

  test('refuses what would take everything out, and what it is not told', async () => {
    for (const text of ['a', '    ', 'scrubbed']) {
      expect(await refused('scrub', '--text', text)).toEqual([2, 'invalid_scrub'])
    }
    for (const args of [[], ['--commit', first], ['--region', 'add']]) {
      expect(await refused('scrub', ...args)).toEqual([2, 'usage'])
    }
    expect(await refusedAs('scrub', '--commit', first, '--region', 'none')).toBe('region_not_found')
  })
})

describe('without a git program', () => {
  test('corrections are written and read the same', async () => {
    const iso = ['--git-backend', 'isomorphic']
    await receipt('flag', 'src/ledger.ts', 'add', '--reason', 'x', ...iso)
    await receipt('correct', first, '--field', 'constraints', '--remove', 'no floats', '--reason', 'y', ...iso)
    const [one, two] = [await regionOf('src/ledger.ts', 'add'), await regionOf('src/ledger.ts', 'add', ...iso)]
    expect(two).toEqual(one)
    expect(one.corrections).toHaveLength(2)
    expect(await repository.git('fsck', '--strict')).toBe('')
  })
})

describe('a claim that stands on several commits', () => {
  const RULE = 'no floats'

  test('is named with the command for each of the others, which then takes it out there', async () => {
    await repository.git('switch', '-q', '-c', 'side', first)
    await repository.commitFiles('Close', { 'src/ledger.ts': SOURCE.replace('a + b', 'a + b + 0') })
    const again = { file: 'src/ledger.ts', anchor: 'add', intent: 'Cents', constraints: ['No  floats', 'is even'] }
    await annotate(repository.dir, { summary: 'Close', regions: [again] })
    const side = (await repository.git('rev-parse', 'HEAD')).trim()
    await repository.git('switch', '-q', '-')
    const options = ['--field', 'constraints', '--remove', RULE, '--reason', "it isn't so"]
    // Notes on another branch are not read here.
    const before = await receipt('correct', first, '--region', 'add', ...options, '--dry-run')
    expect(before.corrections[0]?.also_on).toBeUndefined()
    await repository.git('merge', '-q', '--no-edit', 'side')
    const { corrections } = await receipt('correct', first, '--region', 'add', ...options, '--dry-run')
    const id = corrections[0]?.also_on?.[0]?.id ?? ''
    expect(corrections[0]?.also_on).toEqual([
      { commit: side, file: 'src/ledger.ts', anchor: 'add', intent: 'Cents', id, target_value: 'No  floats' },
    ])
    const shown = await run('correct', first, '--region', 'add', ...options)
    expect(shown.stdout).toContain(
      `! ${side.slice(0, 12)} says the same and is not corrected. To correct it as well:
      git chronicle correct ${side.slice(0, 12)} --id ${id} --field constraints --remove 'No  floats' --reason 'it isn'\\''t so'`,
    )
    const other = await receipt('correct', side, '--id', id, ...options.with(3, 'No  floats'))
    expect(other.corrections[0]?.also_on).toBeUndefined()
    const rules = (await read('src/ledger.ts', 'add')).regions.flatMap(({ constraints }) => constraints)
    expect(rules.map(({ text }) => text).sort()).toEqual(['is even', 'never negative'])
  })

  test('is told of what is withdrawn, and not of what takes its place', async () => {
    await repository.commitFiles('Close', { 'src/ledger.ts': SOURCE.replace('a + b', 'a + b + 0') })
    const again = { file: 'src/ledger.ts', anchor: 'add', intent: 'Cents', constraints: [RULE] }
    await annotate(repository.dir, { summary: 'Close', regions: [again] })
    const last = (await repository.git('rev-parse', 'HEAD')).trim()
    const named = async (...args: readonly string[]): Promise<readonly unknown[]> =>
      ((await receipt(...args, '--dry-run')).corrections[0]?.also_on ?? []).map(({ commit }) => commit)
    expect(await named('supersede', first, '--region', 'add', '--by', last)).toEqual([])
    expect(await named('supersede', first, '--region', 'add', '--by', second)).toEqual([last])
    expect(await named('retract', first, '--reason', 'x')).toEqual([last])
    expect(await named('retract', last, '--reason', 'x')).toEqual([first])
    await receipt('retract', last, '--reason', 'x')
    expect(await named('retract', first, '--reason', 'x')).toEqual([])
    expect(await named('correct', first, '--field', 'tags', '--remove', 'money', '--reason', 'x')).toEqual([])
  })
})
