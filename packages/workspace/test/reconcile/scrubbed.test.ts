import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { scrubNotes, type ScrubInput } from '@chronicle/core/corrections'
import { createCarrier } from '@chronicle/core/rewrites'
import { createGitCli } from '@chronicle/git-cli'
import type { CommitId, ScrubReceipt } from '@chronicle/schema'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { asDisposable } from '../../src/testing/as-disposable.ts'
import { annotate, noteOf, placesOn, reconcile, source, withFunction } from './tools.ts'

let repository: FixtureRepository
/** An annotated commit of `main`, and its pick on `release`, to which `reconcile` copied the annotation. */
let original: CommitId
let copy: CommitId

beforeEach(async () => {
  repository = await createFixtureRepository()
  await repository.commitFiles('Begin', { 'src/all.ts': source('first') })
  await repository.branch('release')
  original = await repository.commitFiles('Add alpha', { 'src/all.ts': withFunction(source('first'), 'alpha') })
  await annotate(repository, original, 'alpha')
  copy = await pickTo('release')
  await reconcile(repository.dir)
})
afterEach(() => repository.dispose())

async function pickTo(branch: string): Promise<CommitId> {
  await repository.checkout(branch)
  await repository.commitFiles(`Begin ${branch}`, { 'src/all.ts': `// Of ${branch}\n\n${source('first')}` })
  await repository.git('cherry-pick', original)
  return await repository.head()
}

async function scrub(input: ScrubInput): Promise<ScrubReceipt> {
  await using git = asDisposable(createGitCli({ dir: repository.dir }))
  return (await scrubNotes({ git }, input))._unsafeUnwrap()
}

const correctionsOf = (commit: CommitId): Promise<string> =>
  repository.git('notes', '--ref=chronicle-corrections', 'show', commit).catch(() => '')

test('a scrubbed region is named where a copy has it, and stays away from where it was', async () => {
  await repository.note(
    original,
    {
      $schema: 'chronicle-correction/v1',
      correction_type: 'flag',
      reason: 'Wrong: Reason of alpha',
      author: 'Ada <a@b>',
    },
    'refs/notes/chronicle-corrections',
  )
  const { also_on: others } = await scrub({ commit: copy, anchor: 'alpha' })
  expect(others).toEqual([original])
  const report = await reconcile(repository.dir)
  expect(report.matches).toMatchObject([{ from: [original], to: copy, status: 'unchanged' }])
  expect(report.left).toEqual([{ commit: original, to: copy, reason: 'scrubbed' }])
  expect(await placesOn(repository, copy)).toEqual([])
  expect(await correctionsOf(copy)).toBe('')
  expect(await placesOn(repository, original)).toHaveLength(1)
})

test('nothing is said to be carried from the original to what replaces the scrubbed copy', async () => {
  await scrub({ commit: copy, anchor: 'alpha' })
  await repository.write({ 'src/all.ts': `${await repository.git('show', 'HEAD:src/all.ts')}\n// The end\n` })
  await repository.git('commit', '--quiet', '--all', '--amend', '--no-edit')
  const to = await repository.head()
  const { left, matches } = await reconcile(repository.dir)
  expect(left).toEqual([{ commit: original, to, reason: 'scrubbed' }])
  expect(matches).toMatchObject([
    { from: [copy], to, status: 'carried' },
    { from: [original], to, status: 'unchanged' },
  ])
})

test('a scrubbed text stays away although the original says it with more', async () => {
  await scrub({ commit: copy, text: 'holds' })
  const before = await noteOf(repository, copy)
  const note = await noteOf(repository, original)
  await repository.note(original, { ...note, regions: [{ ...note?.regions[0], intent: 'Said again' }] })
  expect((await reconcile(repository.dir)).left).toEqual([{ commit: original, to: copy, reason: 'scrubbed' }])
  expect(await noteOf(repository, copy)).toEqual(before)
})

test('a text scrubbed from one commit is named elsewhere, and what is new there still comes', async () => {
  const { also_on: others } = await scrub({ text: 'holds', commit: copy })
  expect(others).toEqual([original])
  expect((await reconcile(repository.dir)).left).toEqual([])
  await repository.note(original, { ...(await noteOf(repository, original)), summary: 'Why alpha, said again' })
  expect((await reconcile(repository.dir)).left).toEqual([])
  const note = await noteOf(repository, copy)
  expect(note?.summary).toContain('said again')
  expect(note?.regions.map(({ constraints }) => constraints)).toMatchObject([[{ text: 'alpha [scrubbed]' }]])
})

/** Squashes the scrubbed copy and a commit that adds a function. */
async function squashWith(name: string): Promise<CommitId> {
  const other = await repository.commitFiles(`Add ${name}`, {
    'src/all.ts': withFunction(await repository.git('show', 'HEAD:src/all.ts'), name),
  })
  await annotate(repository, other, name)
  await repository.git('reset', '--quiet', '--soft', 'HEAD~2')
  const squash = await repository.commit(`Add functions\n\n* Add alpha\n* Add ${name}`)
  await carry([copy, other], squash)
  return squash
}

test('a squash of a scrubbed commit receives what is unrelated, and nothing that was scrubbed', async () => {
  await scrub({ commit: copy, anchor: 'alpha' })
  const squash = await squashWith('beta')
  expect(await placesOn(repository, squash)).toMatchObject([expect.stringContaining('Reason of beta')])
  await carry([original], squash)
  expect(await placesOn(repository, squash)).toHaveLength(1)
  const later = await repository.commitFiles('Use alpha', { 'src/use.ts': source('gamma') })
  await annotate(repository, later, 'gamma', 'src/use.ts')
  await carry([later], squash)
  expect(await placesOn(repository, squash)).toMatchObject([
    expect.stringContaining('Reason of beta'),
    expect.stringContaining('Reason of gamma'),
  ])
})

async function carry(from: readonly CommitId[], to: CommitId): Promise<void> {
  await using git = asDisposable(createGitCli({ dir: repository.dir }))
  const carrier = createCarrier({ git, ast: createTreeSitterParser() })
  ;(await carrier.carry([{ from, to, operation: from.length > 1 ? 'squash' : 'copy' }]))._unsafeUnwrap()
}

test('a text that was scrubbed as a whole keeps out no other place, and never comes back', async () => {
  await scrub({ commit: copy, text: 'alpha holds' })
  const squash = await squashWith('beta')
  await repository.commitFiles('Use alpha', { 'src/use.ts': source('gamma') })
  const later = await repository.head()
  await annotate(repository, later, 'gamma', 'src/use.ts')
  await carry([later], squash)
  await carry([original], squash)
  const note = await noteOf(repository, squash)
  expect(note?.regions.map(({ constraints }) => constraints.map(({ text }) => text)).toSorted()).toEqual([
    ['[scrubbed]'],
    ['beta holds'],
    ['gamma holds'],
  ])
})

test('copies are scrubbed together', async () => {
  const { also_on: others, refs } = await scrub({ commit: copy, anchor: 'alpha', copies: true })
  expect(refs[0]?.notes.map(({ commit }) => commit)).toEqual([original, copy].toSorted())
  expect(others).toBeUndefined()
  expect(await placesOn(repository, original)).toEqual([])
})

test('a commit is named whose annotation has one of the texts of a scrubbed region, and keeps it', async () => {
  const later = await repository.commitFiles('Use alpha', { 'src/use.ts': source('alpha') })
  await annotate(repository, later, 'alpha', 'src/use.ts')
  const note = await noteOf(repository, later)
  await repository.note(later, { ...note, regions: [{ ...note?.regions[0], intent: 'Another reason' }] })
  const { also_on: others } = await scrub({ commit: copy, anchor: 'alpha', copies: true })
  expect(others).toEqual([later])
})

test('a region scrubbed from a copy does not come back through the original when the copy is amended', async () => {
  await scrub({ commit: copy, anchor: 'alpha' })
  await repository.checkout('release')
  const text = await repository.git('show', 'HEAD:src/all.ts')
  await writeFile(join(repository.dir, 'src/all.ts'), text.replace("check('alpha'", "verify('alpha'"))
  await repository.git('commit', '--quiet', '--all', '--amend', '--no-edit')
  await reconcile(repository.dir)
  const amended = await repository.head()
  expect(await placesOn(repository, amended)).toEqual([])
  expect(await placesOn(repository, original)).toHaveLength(1)
})

test('an original of which only a copy was scrubbed keeps its regions when it is amended', async () => {
  await scrub({ commit: copy, anchor: 'alpha' })
  await repository.checkout('main')
  await repository.git('commit', '--quiet', '--amend', '-m', 'Add alpha, said better')
  const amended = await repository.head()
  await carry([original], amended)
  expect(await placesOn(repository, amended)).toHaveLength(1)
})
