import { setTimeout as sleep } from 'node:timers/promises'
import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { correctAnnotation } from '@chronicle/core'
import { createCarrier, type CarryReport, type Rewrite } from '@chronicle/core/rewrites'
import { createGitCli } from '@chronicle/git-cli'
import { DEFAULT_NOTES_REF as REF, readCorrections, readNote, type Annotation, type CommitId } from '@chronicle/schema'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { asDisposable } from '../../src/testing/as-disposable.ts'
import { testNote, WRITTEN_WITH_COMMIT } from '../test-note.ts'

const POOL = `export function acquire(limit: number): number {
  return Math.min(limit, 4)
}

export function release(): void {
  held -= 1
}
`

let repository: FixtureRepository
let base: CommitId

beforeEach(async () => {
  repository = await createFixtureRepository()
  base = await repository.commitFiles('Begin', { 'src/pool.ts': '// pool\n', 'README.md': 'A pool.\n' })
})
afterEach(() => repository.dispose())

const wait = (milliseconds: number): Promise<void> => sleep(milliseconds)

async function carry(...rewrites: readonly Rewrite[]): Promise<CarryReport> {
  await using git = asDisposable(createGitCli({ dir: repository.dir }))
  const carried = await createCarrier({ git, ast: createTreeSitterParser(), sleep: wait }).carry(rewrites)
  if (carried.isErr()) throw new Error(`${carried.error.code}: ${carried.error.message}`)
  return carried.value
}

async function noteOf(commit: CommitId): Promise<Annotation> {
  const bytes = await repository.gitBytes(['notes', '--ref=chronicle', 'show', commit])
  const { annotation } = readNote(bytes, { commit })
  if (annotation === undefined) throw new Error(bytes.toString())
  return annotation
}

function annotation(commit: CommitId, ...regions: readonly object[]): object {
  return testNote(commit, regions, { summary: 'Pool of four', cross_cutting: [], ...WRITTEN_WITH_COMMIT })
}

function region(name: string, start: number, end: number, intent: string): object {
  return {
    ...{ file: 'src/pool.ts', ast_anchor: { type: 'function', name }, lines: { start, end }, intent },
    constraints: [{ text: `${name} holds`, source: 'author' }],
  }
}

const places = ({ regions }: Annotation): readonly string[] =>
  regions.map(({ file, ast_anchor: anchor, lines }) => `${file} ${anchor?.name} ${lines?.start}-${lines?.end}`)

describe('what took the place of commits', () => {
  test('a copy of a copy, back to where it came from, is not derived from itself', async () => {
    const first = await repository.commitFiles('Add a pool', { 'src/pool.ts': POOL })
    const second = await repository.commitFiles('Say more', { 'README.md': 'A pool.\n' })
    await repository.note(first, annotation(first, region('acquire', 1, 3, 'Hands out')))
    await carry({ from: [first], to: second, operation: 'copy' })
    const note = await noteOf(second)
    await repository.note(second, { ...note, regions: [...note.regions, region('release', 5, 7, 'Gives back')] })
    await carry({ from: [second], to: first, operation: 'copy' })
    expect((await noteOf(first)).provenance.derived_from).toEqual([second])
  })

  test('an amend: the regions stand on the lines of the new commit', async () => {
    const before = await repository.commitFiles('Add a pool', { 'src/pool.ts': POOL })
    await repository.note(
      before,
      annotation(before, region('acquire', 1, 3, 'Hands out'), region('release', 5, 7, 'Gives back')),
    )
    await repository.git('reset', '--quiet', '--soft', base)
    await repository.write({ 'src/pool.ts': `let held = 0\n\n${POOL.replace('held -= 1', 'held -= 1\n  wake()')}` })
    const after = await repository.commit('Add a pool, with its counter')
    const report = await carry({ from: [before], to: after, operation: 'amend' })
    const note = await noteOf(after)
    expect(places(note)).toEqual(['src/pool.ts acquire 3-5', 'src/pool.ts release 7-10'])
    expect(note.provenance).toEqual({
      ...{ operation: 'amend', derived_from: [before], original_annotations_preserved: true },
    })
    expect(note.regions.flatMap((each) => each.constraints.map(({ text }) => text))).toEqual([
      'acquire holds',
      'release holds',
    ])
    expect(report).toMatchObject({
      carried: [
        {
          ...{ from: [before], to: after, operation: 'amend', status: 'written', regions: 2 },
          ...{ corrections: 0, acknowledgements: 0 },
        },
      ],
      left: [],
    })
    const tip = await repository.git('rev-parse', 'refs/notes/chronicle')
    const again = await carry({ from: [before], to: after, operation: 'amend' })
    expect(again.carried[0]?.status).toBe('unchanged')
    expect(await repository.git('rev-parse', 'refs/notes/chronicle')).toBe(tip)
  })

  test('another message: the note is copied to the byte, but for the commit that it names', async () => {
    const before = await repository.commitFiles('Ad a pool', { 'src/pool.ts': POOL })
    const note = { ...annotation(before, region('acquire', 1, 3, 'Hands out')), custom: { kept: true } }
    await repository.note(before, `${JSON.stringify(note, null, 2)}\n`)
    await repository.git('commit', '--quiet', '--amend', '-m', 'Add a pool')
    const after = await repository.head()
    await carry({ from: [before], to: after, operation: 'amend' })
    expect(await repository.git('notes', '--ref=chronicle', 'show', after)).toBe(
      JSON.stringify({ ...note, commit: after }, null, 2),
    )
    const again = await carry({ from: [before], to: after, operation: 'amend' })
    expect(again.carried.map(({ status }) => status)).not.toContain('written')
  })

  test('the squash of one commit that a branch still has is complete: a copy adds nothing, not even its subject', async () => {
    await repository.git('checkout', '--quiet', '-b', 'topic')
    const only = await repository.commitFiles('Pool of four', { 'src/pool.ts': POOL })
    await repository.note(only, annotation(only, region('acquire', 1, 3, 'Hands out')))
    await repository.checkout('main')
    await repository.commitFiles('Say more', { 'README.md': 'A small pool.\n' })
    const squashed = await repository.commitFiles('Add a pool (#7)', { 'src/pool.ts': POOL })
    await carry({ from: [only], to: squashed, operation: 'amend' })
    const note = await noteOf(squashed)
    expect(note.summary).toBe('Add a pool (#7)')
    const { carried } = await carry({ from: [only], to: squashed, operation: 'copy' })
    expect(carried.map(({ status }) => status)).toEqual(['unchanged'])
    expect(await noteOf(squashed)).toEqual(note)
  })

  test('a squash, a chain of rewrites in any order, and a copy', async () => {
    const first = await repository.commitFiles('Add a pool', { 'src/pool.ts': POOL })
    await repository.note(first, annotation(first, region('acquire', 1, 3, 'Hands out')))
    await repository.write({ 'src/pool.ts': `${POOL}\nexport function size(): number {\n  return held\n}\n` })
    const second = await repository.commit('Add size')
    await repository.note(
      second,
      annotation(second, region('size', 9, 11, 'Counts'), region('acquire', 1, 3, 'Hands out')),
    )
    await repository.git('reset', '--quiet', '--soft', base)
    const squashed = await repository.commit('Add a pool')
    await repository.write({ 'README.md': 'A pool of four.\n' })
    await repository.git('commit', '--quiet', '--all', '--amend', '--no-edit')
    const amended = await repository.head()
    await repository.git('checkout', '--quiet', '-b', 'other', base)
    await repository.git('cherry-pick', amended)
    const picked = await repository.head()
    await carry(
      { from: [squashed], to: amended, operation: 'amend' },
      { from: [first], to: squashed, operation: 'squash' },
      { from: [second], to: squashed, operation: 'squash' },
    )
    const note = await noteOf(amended)
    expect(places(note)).toEqual(['src/pool.ts acquire 1-3', 'src/pool.ts size 9-11'])
    expect(note.provenance.operation).toBe('squash')
    expect(note.provenance.derived_from).toEqual([first, second, squashed].sort())
    await carry({ from: [amended], to: picked, operation: 'copy' })
    expect(places(await noteOf(picked))).toEqual(places(note))
  })
})

describe('what was said against annotations that become one', () => {
  const CORRECTIONS = 'chronicle-corrections'
  const said = (correction: object): string =>
    JSON.stringify({
      ...{ $schema: 'chronicle-correction/v1', ...correction, reason: 'Not so' },
      ...{ author: 'Ada <ada@example.com>', timestamp: '2025-07-01T00:00:00Z' },
    })

  test.each([
    ['of one as a whole', { correction_type: 'retract' }],
    ['of whatever is at a place', { file: 'src/pool.ts', anchor: 'acquire', correction_type: 'retract' }],
  ])('%s, goes with its own regions alone', async (_, retraction) => {
    const first = await repository.commitFiles('Add a pool', { 'src/pool.ts': POOL })
    await repository.note(first, {
      ...annotation(first, region('acquire', 1, 3, 'Hands out')),
      cross_cutting: [{ description: 'Wrong pair', regions: ['src/pool.ts:acquire', 'README.md'] }],
    })
    await repository.note(first, `${said(retraction)}\n`, `refs/notes/${CORRECTIONS}`)
    await repository.write({ 'src/pool.ts': POOL.replace('4', '5') })
    const second = await repository.commit('Allow five')
    await repository.note(second, {
      ...annotation(
        second,
        region('acquire', 1, 3, 'Five since the new broker'),
        region('release', 5, 7, 'Gives back'),
      ),
      cross_cutting: [{ description: 'Right pair', regions: ['src/pool.ts:release', 'README.md'] }],
    })
    await repository.git('reset', '--quiet', '--soft', base)
    const squashed = await repository.commit('Add a pool of five')
    const rewrite = { from: [first, second], to: squashed, operation: 'squash' } as const
    await carry(rewrite)
    const noted = await repository.gitBytes(['notes', `--ref=${CORRECTIONS}`, 'show', squashed])
    const { corrections } = readCorrections(noted, { commit: squashed })
    const { annotation: now, regions } = correctAnnotation(await noteOf(squashed), corrections)
    expect(regions.map(({ region: { intent }, retracted }) => [intent, retracted])).toEqual([
      ['Five since the new broker', false],
      ['Hands out', true],
      ['Gives back', false],
    ])
    const isOfWhole = !('file' in retraction)
    expect(now.cross_cutting.map(({ description }) => description)).toEqual(
      isOfWhole ? ['Right pair'] : ['Right pair', 'Wrong pair'],
    )
    expect((await carry(rewrite)).carried.map(({ status }) => status)).toEqual(['unchanged'])
  })
})

describe('notes of other tools, and of nobody', () => {
  /** Amends the last commit so that its files change, and returns the old and the new commit. */
  async function amend(): Promise<readonly [CommitId, CommitId]> {
    const before = await repository.commitFiles('Add a pool', { 'src/pool.ts': POOL })
    await repository.write({ 'src/pool.ts': `let held = 0\n\n${POOL}` })
    await repository.git('commit', '--quiet', '--all', '--amend', '--no-edit')
    return [before, await repository.head()]
  }

  test('a note of another format keeps all that it says, and unknown keys', async () => {
    const [before, after] = await amend()
    const marker = {
      file: 'src/pool.ts',
      anchor: { unit_type: 'function', name: 'acquire' },
      lines: { start: 1, end: 3 },
    }
    await repository.note(before, {
      ...{ $schema: 'chronicle/v2', commit: before, timestamp: '2024-01-01T00:00:00Z' },
      narrative: { summary: 'Pool', rejected_alternatives: [{ approach: 'a lock', reason: 'slow' }] },
      markers: [{ ...marker, kind: { type: 'hazard', description: 'Never waits' } }],
      provenance: { source: 'live' },
      effort: { id: 'x1', description: 'Pools', phase: 'two' },
      somebody: { added: 'this' },
    })
    await carry({ from: [before], to: after, operation: 'amend' })
    const note = await noteOf(after)
    const text = JSON.stringify(note)
    for (const phrase of ['Never waits', 'a lock', 'slow', 'Pools', 'this']) expect(text).toContain(phrase)
    expect(note.regions.find(({ ast_anchor: anchor }) => anchor?.name === 'acquire')?.lines).toEqual({
      start: 3,
      end: 5,
    })
  })

  test('what cannot be read goes along as it is, and stays where there is another note', async () => {
    const [before, after] = await amend()
    await repository.note(before, 'no annotation at all\n')
    const first = await carry({ from: [before], to: after, operation: 'amend' })
    expect(await repository.git('notes', '--ref=chronicle', 'show', after)).toBe('no annotation at all')
    expect(first.left).toEqual([])
    await repository.note(after, annotation(after, region('acquire', 3, 5, 'Hands out')))
    const second = await carry({ from: [before], to: after, operation: 'amend' })
    expect(second.left).toEqual([{ commit: before, to: after, reason: 'unreadable' }])
    expect(places(await noteOf(after))).toEqual(['src/pool.ts acquire 3-5'])
  })

  test('two documents in one note, and links to commits that were rewritten as well', async () => {
    const first = await repository.commitFiles('Add a pool', { 'src/pool.ts': POOL })
    await repository.note(first, annotation(first, region('acquire', 1, 3, 'Hands out')))
    const second = await repository.commitFiles('Say so', { 'README.md': 'Two.\n' })
    const link = {
      related_annotations: [{ commit: first.slice(0, 12), anchor: 'acquire', relationship: 'follows from' }],
    }
    const two = [
      annotation(second, { ...region('acquire', 1, 3, 'Says so'), ...link }),
      annotation(second, region('release', 5, 7, 'Gives back')),
    ]
    await repository.note(second, two.map((each) => JSON.stringify(each)).join('\n'))
    await repository.git('reset', '--quiet', '--hard', base)
    const firstNow = await repository.commitFiles('Add a pool', { 'src/pool.ts': `// head\n${POOL}` })
    const secondNow = await repository.commitFiles('Say so', { 'README.md': 'Two.\n' })
    await carry(
      { from: [second], to: secondNow, operation: 'amend' },
      { from: [first], to: firstNow, operation: 'amend' },
    )
    const note = await noteOf(secondNow)
    expect(places(note)).toEqual(['src/pool.ts acquire 2-4', 'src/pool.ts release 6-8'])
    expect(note.regions[0]?.related_annotations[0]?.commit).toBe(firstNow)
  })

  test('commits that are not there: a source that git has pruned, and a target from elsewhere', async () => {
    const here = await repository.commitFiles('Add a pool', { 'src/pool.ts': POOL })
    const pruned = 'a'.repeat(40) as CommitId
    const absent = 'b'.repeat(40) as CommitId
    await repository.git('notes', '--ref=chronicle', 'add', '-m', 'x', here)
    await repository.git('notes', '--ref=chronicle', 'remove', here)
    const git = createGitCli({ dir: repository.dir })
    const tip = await git.notesTip(REF)
    const bytes = new TextEncoder().encode(JSON.stringify(annotation(pruned, region('acquire', 1, 3, 'Hands out'))))
    const written = await git.writeNotes?.(REF, tip._unsafeUnwrap(), new Map([[pruned, bytes]]))
    expect(written?.isOk()).toBe(true)
    await git.close()
    const report = await carry(
      { from: [pruned], to: here, operation: 'amend' },
      { from: [here], to: absent, operation: 'amend' },
    )
    expect(places(await noteOf(here))).toEqual(['src/pool.ts acquire 1-3'])
    expect(report.left).toEqual([{ commit: here, to: absent, reason: 'target_missing' }])
  })

  test('two processes at once', async () => {
    const [before, after] = await amend()
    await repository.note(before, annotation(before, region('acquire', 1, 3, 'Hands out')))
    const other = await repository.commitFiles('More', { 'README.md': 'More.\n' })
    await repository.note(other, annotation(other, region('release', 7, 9, 'Gives back')))
    await repository.git('commit', '--quiet', '--amend', '-m', 'Even more')
    const otherNow = await repository.head()
    await Promise.all([
      carry({ from: [before], to: after, operation: 'amend' }),
      carry({ from: [other], to: otherNow, operation: 'amend' }),
      carry({ from: [before], to: after, operation: 'amend' }),
    ])
    expect(places(await noteOf(after))).toEqual(['src/pool.ts acquire 3-5'])
    expect(places(await noteOf(otherNow))).toEqual(['src/pool.ts release 7-9'])
  })
})
