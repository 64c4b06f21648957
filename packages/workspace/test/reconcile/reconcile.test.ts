import { createMemoryStorage } from '@chronicle/core'
import type { CommitId } from '@chronicle/schema'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { annotate, functionText, noteOf, withFunction, placesOn, reconcile, source, describeMatches } from './tools.ts'

let repository: FixtureRepository
let base: CommitId

beforeEach(async () => {
  repository = await createFixtureRepository()
  base = await repository.commitFiles('Begin', { 'src/all.ts': source('first'), 'README.md': 'Functions.\n' })
})
afterEach(() => repository.dispose())

/** Appends functions, one commit for each. */
async function addFunctions(...names: readonly string[]): Promise<readonly CommitId[]> {
  const commits: CommitId[] = []
  for (const name of names) {
    const before = await repository.git('show', 'HEAD:src/all.ts')
    commits.push(await repository.commitFiles(`Add ${name}`, { 'src/all.ts': withFunction(before, name) }))
  }
  return commits
}

/** Creates a branch of recorded functions while `main` advances in another file. Leaves `main` checked out. */
async function annotatedBranch(...names: readonly string[]): Promise<readonly CommitId[]> {
  await repository.git('checkout', '--quiet', '-b', 'topic')
  const commits = await addFunctions(...names)
  for (const [index, name] of names.entries()) await annotate(repository, commits[index] as CommitId, name)
  await repository.checkout('main')
  await repository.commitFiles('Say more', { 'README.md': 'Functions, and more.\n' })
  return commits
}

/** Annotates a commit of `main` and picks it to a branch `release`, which it leaves checked out. Returns that commit. */
async function pickedToRelease(): Promise<CommitId> {
  await repository.branch('release')
  const [alpha] = (await addFunctions('alpha')) as [CommitId]
  await annotate(repository, alpha, 'alpha')
  await repository.checkout('release')
  await repository.commitFiles('Head the file', { 'src/all.ts': `// Functions\n\n${source('first')}` })
  await repository.git('cherry-pick', alpha)
  return alpha
}

async function dropBranch(name = 'topic'): Promise<void> {
  await repository.git('branch', '-D', name)
}

const rebaseMerge = async (...commits: readonly string[]): Promise<void> => {
  await repository.git('cherry-pick', ...commits)
}

/** Squashes the branch as a server does: into one commit with all changes, dated by the server's clock. */
async function serverSquash(message: string, date = 1_709_000_000): Promise<CommitId> {
  await repository.git('merge', '--squash', 'topic')
  return repository.commit(message, { date })
}

describe('finds', () => {
  test('commits that a server rebased, each alone, with the lines where they are now', async () => {
    const [a, b] = await annotatedBranch('alpha', 'beta')
    await repository.commitFiles('Head the file', { 'src/all.ts': `// Functions\n\n${source('first')}` })
    await rebaseMerge(a as string, b as string)
    await dropBranch()
    const report = await reconcile(repository.dir)
    expect(await describeMatches(repository, report)).toEqual([
      'Add alpha → Add alpha: same_commit',
      'Add beta → Add beta: same_commit',
    ])
    expect(await placesOn(repository, 'HEAD~1')).toEqual(['Reason of alpha at src/all.ts:9-13'])
    expect(await placesOn(repository, 'HEAD')).toEqual(['Reason of beta at src/all.ts:15-19'])
    expect((await noteOf(repository, 'HEAD'))?.provenance).toMatchObject({ operation: 'amend', derived_from: [b] })
  })

  test('the squash of a pull request by its change, whatever it says', async () => {
    const commits = await annotatedBranch('alpha', 'beta', 'gamma')
    await serverSquash('Three more functions (#123)')
    await dropBranch()
    const report = await reconcile(repository.dir)
    expect(await describeMatches(repository, report)).toEqual([
      'Add alpha + Add beta + Add gamma → Three more functions (#123): squashed_range',
    ])
    expect(await placesOn(repository, 'HEAD')).toHaveLength(3)
    const provenance = (await noteOf(repository, 'HEAD'))?.provenance
    expect(provenance).toMatchObject({ operation: 'squash', derived_from: [...commits].sort() })
  })

  test('the squash of a pull request of one commit, made at another time', async () => {
    await annotatedBranch('alpha')
    await serverSquash('Add alpha (#7)')
    await dropBranch()
    expect(await describeMatches(repository, await reconcile(repository.dir))).toEqual([
      'Add alpha → Add alpha (#7): same_change',
    ])
  })

  test('the squash of a branch into which main was merged', async () => {
    await annotatedBranch('alpha', 'beta')
    await repository.checkout('topic')
    await repository.merge('main', "Merge branch 'main' into topic")
    const [gamma] = await addFunctions('gamma')
    await annotate(repository, gamma as CommitId, 'gamma')
    await repository.checkout('main')
    await serverSquash('Everything (#9)')
    await dropBranch()
    const report = await reconcile(repository.dir)
    expect(report.matches).toHaveLength(1)
    expect(report.matches[0]).toMatchObject({ to: await repository.head(), rule: 'squashed_range' })
    expect(await placesOn(repository, 'HEAD')).toHaveLength(3)
  })

  test('a squash that was edited when it was merged, by the subjects it lists', async () => {
    await annotatedBranch('alpha', 'beta')
    await repository.git('merge', '--squash', 'topic')
    const text = await repository.git('show', ':src/all.ts')
    await repository.write({ 'src/all.ts': withFunction(text, 'extra') })
    const body = '* Add alpha\n\n* Add beta\n\n* Mend\n\nCo-authored-by: Ada Fixture <ada@example.com>'
    await repository.commit(`Two functions (#4)\n\n${body}`, {
      date: 1_709_000_000,
      author: { name: 'Somebody', email: 'some@example.com' },
    })
    await dropBranch()
    const report = await reconcile(repository.dir)
    expect(await describeMatches(repository, report)).toEqual([
      'Add alpha → Two functions (#4): squashed_list',
      'Add beta → Two functions (#4): squashed_list',
    ])
    expect(await placesOn(repository, 'HEAD')).toHaveLength(2)
  })

  test('a commit that indents the lines of another one, in a squash that was edited, by the subjects it lists', async () => {
    const call = (name: string): string => `${name}(input, first)\n`
    const calls = ['one', 'two', 'three', 'four', 'five', 'sixth', 'seventh', 'eighth'].map(call).join('')
    const wrapped = (checked: string): string =>
      `if ready(${checked}):\n${calls.replaceAll(/^/gmu, '    ').trimEnd()}\n`
    await repository.git('checkout', '--quiet', '-b', 'topic')
    const flat = await repository.commitFiles('Call them', { 'f.py': calls })
    const deep = await repository.commitFiles('Call them once ready', { 'f.py': wrapped('input') })
    for (const id of [flat, deep])
      await repository.note(id, { $schema: 'chronicle/v1', commit: id, summary: `Why ${id}`, regions: [] })
    await repository.checkout('main')
    await repository.write({ 'f.py': `${wrapped('input')}${wrapped('other')}` })
    const squash = await repository.commit('Calls (#7)\n\n* Call them\n* Call them once ready')
    await dropBranch()
    const { matches } = await reconcile(repository.dir)
    expect(matches.flatMap(({ from, to }) => from.map((id) => [id, to])).toSorted()).toEqual(
      [flat, deep].map((id) => [id, squash]).toSorted(),
    )
  })

  test('a commit that only indents, in an edited squash with other changes, by the subjects it lists', async () => {
    const calls = ['one', 'two', 'three'].map((name) => `${name}(input, first)\n`).join('')
    const deep = calls.replaceAll(/^(?=.)/gmu, '    ')
    await repository.commitFiles('Call them', { 'f.py': calls })
    await repository.git('checkout', '--quiet', '-b', 'topic')
    const indented = await repository.commitFiles('Indent', { 'f.py': deep })
    await repository.note(indented, { $schema: 'chronicle/v1', commit: indented, summary: 'Why', regions: [] })
    await repository.checkout('main')
    await repository.commitFiles('Other work (#8)\n\n* Indent\n* More', { 'f.py': `if ready(input):\n${deep}` })
    await dropBranch()
    expect(await describeMatches(repository, await reconcile(repository.dir))).toEqual([
      'Indent → Other work (#8): squashed_list',
    ])
  })

  test('a commit that was amended with other content, by author, time and subject', async () => {
    const [alpha] = await addFunctions('alpha')
    await annotate(repository, alpha as CommitId, 'alpha')
    const text = `${await repository.git('show', 'HEAD:src/all.ts')}\n`
    await repository.write({
      'src/all.ts': text.replace("'plain')\n  return finish('alpha'", "'strict')\n  return finish('alpha'"),
    })
    await repository.git('commit', '--quiet', '--all', '--amend', '--no-edit')
    expect(await describeMatches(repository, await reconcile(repository.dir))).toEqual([
      'Add alpha → Add alpha: amended',
    ])
    expect(await placesOn(repository, 'HEAD')).toEqual(['Reason of alpha at src/all.ts:7-11'])
  })

  test('a commit whose message alone was amended', async () => {
    const [alpha] = await addFunctions('alpha')
    await annotate(repository, alpha as CommitId, 'alpha')
    await repository.git('commit', '--quiet', '--amend', '-m', 'Add the function alpha')
    const report = await reconcile(repository.dir)
    expect(report.matches).toMatchObject([{ from: [alpha], rule: 'same_commit', status: 'carried' }])
    expect(await placesOn(repository, 'HEAD')).toEqual(['Reason of alpha at src/all.ts:7-11'])
  })

  test('commits by the trailer that review tools keep', async () => {
    await repository.git('checkout', '--quiet', '-b', 'topic')
    await repository.write({ 'src/all.ts': withFunction(source('first'), 'alpha') })
    const alpha = await repository.commit('Add alpha\n\nChange-Id: I0123456789abcdef')
    await annotate(repository, alpha, 'alpha')
    await repository.checkout('main')
    await repository.write({ 'src/all.ts': withFunction(source('first'), 'alpha', 'strict') })
    await repository.commit('Add a strict alpha\n\nChange-Id: I0123456789abcdef')
    await dropBranch()
    expect(await describeMatches(repository, await reconcile(repository.dir))).toEqual([
      'Add alpha → Add a strict alpha: trailer',
    ])
  })

  test('what was squashed by hand, and a fixup that was folded in', async () => {
    await repository.git('checkout', '--quiet', '-b', 'topic')
    const [alpha] = await addFunctions('alpha')
    const text = `${await repository.git('show', 'HEAD:src/all.ts')}\n`
    const fixup = await repository.commitFiles('fixup! Add alpha', {
      'src/all.ts': text.replaceAll("'alpha', prepared, 'plain'", "'alpha', prepared, 'strict'"),
    })
    const [beta] = await addFunctions('beta')
    for (const [id, name] of [
      [alpha, 'alpha'],
      [fixup, 'alpha'],
      [beta, 'beta'],
    ] as const) {
      await annotate(repository, id as CommitId, name)
    }
    await repository.git('-c', 'sequence.editor=:', 'rebase', '--quiet', '--interactive', '--autosquash', base)
    const report = await reconcile(repository.dir)
    expect(await describeMatches(repository, report)).toEqual([
      'Add alpha + fixup! Add alpha → Add alpha: squashed_range',
      'Add beta → Add beta: same_commit',
    ])
    expect(await placesOn(repository, 'HEAD~1')).toEqual(['Reason of alpha at src/all.ts:7-11'])
  })

  test('a fixup that was moved over other commits', async () => {
    await repository.git('checkout', '--quiet', '-b', 'topic')
    const [alpha, beta] = await addFunctions('alpha', 'beta')
    const text = `${await repository.git('show', 'HEAD:src/all.ts')}\n`
    const fixup = await repository.commitFiles('fixup! Add alpha', {
      'src/all.ts': text.replace(
        "const prepared = prepare('alpha', input)",
        "const prepared = prepareAll('alpha', input)",
      ),
    })
    for (const [id, name] of [
      [alpha, 'alpha'],
      [beta, 'beta'],
      [fixup, 'alpha'],
    ] as const) {
      await annotate(repository, id as CommitId, name)
    }
    await repository.git('-c', 'sequence.editor=:', 'rebase', '--quiet', '--interactive', '--autosquash', base)
    const report = await reconcile(repository.dir)
    expect(await describeMatches(repository, report)).toEqual([
      'Add alpha → Add alpha: amended',
      'Add beta → Add beta: same_commit',
      'fixup! Add alpha → Add alpha: fixup',
    ])
    expect(await placesOn(repository, 'HEAD~1')).toEqual(['Reason of alpha at src/all.ts:7-11'])
  })

  test('the parts of a commit that was split', async () => {
    const both = await repository.commitFiles('Add two', {
      'src/all.ts': withFunction(source('first'), 'alpha'),
      'src/other.ts': functionText('beta'),
    })
    await annotate(repository, both, 'alpha')
    await repository.git('reset', '--quiet', '--soft', base)
    await repository.git('reset', '--quiet', 'HEAD', 'src/other.ts')
    await repository.git('commit', '--quiet', '-m', 'Add alpha')
    await repository.commit('Add beta')
    const report = await reconcile(repository.dir)
    expect(await describeMatches(repository, report)).toEqual([
      'Add two → Add alpha: split',
      'Add two → Add beta: split',
    ])
    expect(await placesOn(repository, 'HEAD~1')).toEqual(['Reason of alpha at src/all.ts:7-11'])
    expect(await placesOn(repository, 'HEAD')).toEqual([])
  })

  test('every commit of a history that was rewritten as a whole', async () => {
    const commits = await addFunctions('alpha', 'beta', 'gamma')
    for (const [index, name] of ['alpha', 'beta', 'gamma'].entries()) {
      await annotate(repository, commits[index] as CommitId, name)
    }
    await repository.gitBytes(['filter-branch', '--force', '--msg-filter', 'sed s/Add/Create/', '--', 'main'], {
      environment: { FILTER_BRANCH_SQUELCH_WARNING: '1' },
    })
    await repository.git('update-ref', '-d', 'refs/original/refs/heads/main')
    const report = await reconcile(repository.dir)
    expect(report.matches.map(({ rule }) => rule)).toEqual(['same_commit', 'same_commit', 'same_commit'])
    expect(await placesOn(repository, 'HEAD')).toEqual(['Reason of gamma at src/all.ts:19-23'])
  })

  test('the squash of a branch that is still there', async () => {
    const commits = await annotatedBranch('alpha', 'beta')
    await serverSquash('Two functions (#5)')
    const report = await reconcile(repository.dir)
    expect(report.lost).toBe(0)
    expect(await describeMatches(repository, report)).toEqual([
      'Add alpha + Add beta → Two functions (#5): squashed_range',
    ])
    expect(report.matches[0]?.why.at(-1)).toBe('the old commits are still on another branch')
    expect(await placesOn(repository, 'HEAD')).toHaveLength(2)
    expect(await noteOf(repository, commits[0] as string)).toBeDefined()
    const again = await reconcile(repository.dir)
    expect(again.matches.map(({ status }) => status)).toEqual(['unchanged'])
  })

  test.each([[['alpha']], [['alpha', 'beta']]])(
    'the squash of %j, whose summaries are their subjects',
    async (names) => {
      await repository.git('checkout', '--quiet', '-b', 'topic')
      for (const name of names) {
        const [commit] = (await addFunctions(name)) as [CommitId]
        await annotate(repository, commit, name, 'src/all.ts', `Add ${name}`)
      }
      await repository.checkout('main')
      await repository.commitFiles('Say more', { 'README.md': 'Functions, and more.\n' })
      await serverSquash('Functions (#5)')
      await reconcile(repository.dir)
      const summary = names.map((name) => `Add ${name}`).join('\n\n----\n\n')
      expect((await noteOf(repository, 'HEAD'))?.summary).toBe(summary)
      expect((await reconcile(repository.dir)).matches.map(({ status }) => status)).toEqual(['unchanged'])
      await dropBranch()
      await reconcile(repository.dir)
      expect((await noteOf(repository, 'HEAD'))?.summary).toBe(summary)
    },
  )

  test('a commit that was picked to a release branch, whose original keeps its own', async () => {
    const alpha = await pickedToRelease()
    const report = await reconcile(repository.dir)
    expect(await describeMatches(repository, report)).toEqual(['Add alpha → Add alpha: same_commit'])
    expect(report.matches[0]?.operation).toBe('copy')
    expect(await placesOn(repository, 'release')).toEqual(['Reason of alpha at src/all.ts:9-13'])
    expect((await noteOf(repository, 'release'))?.provenance).toMatchObject({
      operation: 'initial',
      derived_from: [alpha],
    })
    expect((await noteOf(repository, alpha))?.provenance.derived_from).toEqual([])
  })

  test('an amended copy for the copy, and not for its original', async () => {
    await pickedToRelease()
    await reconcile(repository.dir)
    const copy = await repository.git('rev-parse', 'HEAD')
    const text = await repository.git('show', 'HEAD:src/all.ts')
    await repository.write({ 'src/all.ts': `${text}\n// The end\n` })
    await repository.git('commit', '--quiet', '--all', '--amend', '--no-edit')
    const { matches } = await reconcile(repository.dir)
    const amended = await repository.git('rev-parse', 'HEAD')
    expect(matches.filter(({ from }) => from[0] === copy)).toMatchObject([{ to: amended, rule: 'amended' }])
  })

  test('a commit that was picked to where its file has another name, with another subject', async () => {
    const [alpha] = (await addFunctions('alpha')) as [CommitId]
    await annotate(repository, alpha, 'alpha')
    await repository.git('checkout', '--quiet', '-b', 'release', base)
    await repository.git('mv', 'src/all.ts', 'src/every.ts')
    await repository.commit('Rename the file')
    await repository.git('cherry-pick', '--no-commit', alpha)
    await repository.commit(`Backport\n\n(cherry picked from commit ${alpha})\nSigned-off-by: Ada <ada@example.com>`)
    expect(await describeMatches(repository, await reconcile(repository.dir))).toEqual(['Add alpha → Backport: named'])
    expect(await placesOn(repository, 'HEAD')).toEqual(['Reason of alpha at src/every.ts:7-11'])
  })

  test('a commit without lines to compare that was picked to where its folder has another name', async () => {
    const bytes = Array.from({ length: 40 }, (_, index) => `row ${index} of the file`).join('\n')
    await repository.commitFiles('Add data', { 'old/a.txt': bytes })
    await repository.branch('release')
    await repository.git('mv', 'old/a.txt', 'old/b.txt')
    const renamed = await repository.commit('Rename')
    await repository.note(renamed, { $schema: 'chronicle/v1', commit: renamed, summary: 'Why', regions: [] })
    await repository.checkout('release')
    await repository.git('mv', 'old', 'new')
    await repository.commit('Rename the folder')
    await repository.git('mv', 'new/a.txt', 'new/b.txt')
    await repository.commit(`Pick the rename\n\n(cherry picked from commit ${renamed})`)
    expect(await describeMatches(repository, await reconcile(repository.dir))).toEqual([
      'Rename → Pick the rename: named',
    ])
  })

  test('no original of a copy, seen from the branch of the original', async () => {
    const alpha = await pickedToRelease()
    await reconcile(repository.dir)
    const original = await noteOf(repository, alpha)
    await repository.checkout('main')
    expect(await reconcile(repository.dir)).toMatchObject({ lost: 0, matches: [] })
    expect(await noteOf(repository, alpha)).toEqual(original)
  })

  test('the same change at the same time by another author in other words, and says so', async () => {
    await annotatedBranch('alpha')
    const authored = await repository.git('show', '--no-patch', '--format=%at', 'topic')
    await repository.git('merge', '--quiet', '--squash', 'topic')
    await repository.git(
      'commit',
      '--quiet',
      '-m',
      'Bring it in',
      '--author=Bo <bo@example.com>',
      `--date=${authored} +0000`,
    )
    const report = await reconcile(repository.dir)
    expect(await describeMatches(repository, report)).toEqual(['Add alpha → Bring it in: same_change'])
    expect(report.matches[0]?.why).toEqual([
      'it changes the same files in the same way',
      'same author time',
      'another author',
      'another subject',
      'the old commit is still on another branch',
    ])
  })

  test('no copies, if they are not wanted', async () => {
    await annotatedBranch('alpha')
    await serverSquash('A function (#5)')
    expect(await reconcile(repository.dir, { copies: false })).toMatchObject({ lost: 0, matches: [] })
    expect(await placesOn(repository, 'HEAD')).toEqual([])
  })

  test('what only resembles a commit of a branch that is still there, when that is named', async () => {
    await annotatedBranch('alpha')
    const text = await repository.git('show', 'topic:src/all.ts')
    await repository.commitFiles('Work on functions', { 'src/all.ts': withFunction(text, 'omega') })
    expect(await reconcile(repository.dir)).toMatchObject({ lost: 0, matches: [] })
    const report = await reconcile(repository.dir, { branch: 'topic' })
    expect(await describeMatches(repository, report)).toEqual(['Add alpha → Work on functions: same_lines'])
  })

  test('the only commit of a named branch, merged by somebody else under another title', async () => {
    const [lost = ''] = await annotatedBranch('alpha')
    await repository.git('merge', '--squash', 'topic')
    await repository.git('commit', '--quiet', '-m', 'Another title (#5)', '--author=Bo <bo@example.com>')
    await dropBranch()
    expect(await reconcile(repository.dir)).toMatchObject({ matches: [], unmatched: [{ reason: 'no_successor' }] })
    const report = await reconcile(repository.dir, { branch: lost })
    expect(await describeMatches(repository, report)).toEqual(['Add alpha → Another title (#5): squashed_range'])
    expect(report.matches[0]?.why).toEqual(['it changes what the whole branch changes (same patch id)'])
    expect((await noteOf(repository, 'HEAD'))?.provenance).toMatchObject({ operation: 'amend', derived_from: [lost] })
  })

  test('no equal change of somebody else for the last of several commits of a named branch', async () => {
    await repository.git('checkout', '--quiet', '-b', 'topic')
    const add = (name: string): Promise<CommitId> =>
      repository.commitFiles(`Add ${name}`, { [`src/${name}.ts`]: functionText(name) })
    await add('alpha')
    // The branch forks, so that its last commit is a run of its own.
    await repository.git('checkout', '--quiet', '-b', 'other')
    await annotate(repository, await add('gamma'), 'gamma', 'src/gamma.ts')
    await repository.checkout('topic')
    const tip = await add('beta')
    await annotate(repository, tip, 'beta', 'src/beta.ts')
    await repository.checkout('main')
    await repository.git('checkout', 'topic', '--', 'src/beta.ts')
    await repository.git('commit', '--quiet', '-m', 'Add it, too', '--author=Bo <bo@example.com>')
    await dropBranch()
    await dropBranch('other')
    const report = await reconcile(repository.dir, { branch: tip })
    expect(await describeMatches(repository, report)).toEqual([])
  })

  test.each(['topic', 'a commit'])('the squash of a named branch whose last commits have no note: %s', async (by) => {
    await annotatedBranch('alpha')
    await repository.checkout('topic')
    const [, tip = ''] = await addFunctions('beta', 'gamma')
    await repository.checkout('main')
    await serverSquash('Several functions (#5)')
    if (by !== 'topic') await dropBranch()
    const report = await reconcile(repository.dir, { branch: by === 'topic' ? by : tip })
    expect(await describeMatches(repository, report)).toEqual(['Add alpha → Several functions (#5): squashed_range'])
    expect(await placesOn(repository, 'HEAD')).toEqual(['Reason of alpha at src/all.ts:7-11'])
  })
})

describe('says', () => {
  test('why each match was made, writes nothing in a dry run, and changes nothing the second time', async () => {
    const [a, b] = await annotatedBranch('alpha', 'beta')
    await rebaseMerge(a as string, b as string)
    await dropBranch()
    const before = await repository.git('rev-parse', 'refs/notes/chronicle')
    const storage = createMemoryStorage()
    const dry = await reconcile(repository.dir, { dryRun: true, storage })
    expect(dry.matches.map(({ status }) => status)).toEqual(['carried', 'carried'])
    expect(dry.matches[0]?.why).toEqual([
      'it changes the same files in the same way',
      'same author and author time',
      'same message',
    ])
    expect(await repository.git('rev-parse', 'refs/notes/chronicle')).toBe(before)
    const first = await reconcile(repository.dir, { storage })
    expect(first.matches.map(({ status }) => status)).toEqual(['carried', 'carried'])
    const after = await repository.git('rev-parse', 'refs/notes/chronicle')
    const second = await reconcile(repository.dir, { storage })
    expect(second.matches.map(({ status }) => status)).toEqual(['unchanged', 'unchanged'])
    expect(await repository.git('rev-parse', 'refs/notes/chronicle')).toBe(after)
  })

  test('which annotated commits are not in the repository, with what their notes say', async () => {
    const gone = 'd'.repeat(40)
    const listing = await repository.gitBytes(['hash-object', '-w', '--stdin'], {
      input: JSON.stringify({ $schema: 'chronicle/v1', commit: gone, summary: 'Pool of four' }),
    })
    const blob = listing.toString().trim()
    const tree = (await repository.gitBytes(['mktree'], { input: `100644 blob ${blob}\t${gone}\n` })).toString().trim()
    const notes = await repository.git('commit-tree', tree, '-m', 'Notes')
    await repository.git('update-ref', 'refs/notes/chronicle', notes)
    expect(await reconcile(repository.dir)).toMatchObject({
      lost: 1,
      matches: [],
      unmatched: [{ commit: gone, reason: 'missing', about: 'Pool of four' }],
    })
    const map = new Map([[gone as CommitId, base]])
    expect((await reconcile(repository.dir, { commitMap: map })).matches).toMatchObject([
      { from: [gone], to: base, rule: 'commit_map', status: 'carried' },
    ])
    expect((await reconcile(repository.dir)).unmatched).toEqual([])
    const removed = await reconcile(repository.dir, { commitMap: new Map([[gone as CommitId, 'removed' as const]]) })
    expect(removed.matches).toEqual([])
  })
})

describe('works', () => {
  test.each([
    ['with sha256', { objectFormat: 'sha256' }],
    ['without a working tree', { bare: true }],
    ['in a folder with an odd name', { name: 'o\'dd "ü"\nname' }],
  ] as const)('%s', async (_, options) => {
    await using other = await createFixtureRepository(options)
    const before = await other.commitFiles('Begin', { 'src/all.ts': source('first', 'second') })
    await annotate(other, before, 'second')
    await other.write({ 'src/all.ts': `// Functions\n${source('first', 'second')}` })
    await other.git('commit', '--quiet', '--all', '--amend', '--no-edit')
    const after = await other.head()
    expect((await reconcile(other.dir)).matches).toMatchObject([{ from: [before], to: after, rule: 'amended' }])
    expect(await placesOn(other, after)).toEqual(['Reason of second at src/all.ts:8-12'])
  })

  test('from a linked worktree, whose commits are not lost', async () => {
    const linked = `${repository.dir}/linked`
    await repository.git('worktree', 'add', '--quiet', '--detach', linked)
    const [alpha] = await addFunctions('alpha')
    await annotate(repository, alpha as CommitId, 'alpha')
    await repository.git('-C', linked, 'checkout', '--quiet', '--detach', alpha as string)
    await repository.git('commit', '--quiet', '--amend', '-m', 'Add alpha, said better')
    expect((await reconcile(linked)).lost).toBe(0)
    await repository.git('-C', linked, 'checkout', '--quiet', '--detach', base)
    expect((await reconcile(linked)).matches).toMatchObject([{ from: [alpha], rule: 'same_commit' }])
  })

  test('twice at the same time, and both end with what is recorded once', async () => {
    const [a, b] = await annotatedBranch('alpha', 'beta')
    await rebaseMerge(a as string, b as string)
    await dropBranch()
    await Promise.all([reconcile(repository.dir), reconcile(repository.dir), reconcile(repository.dir)])
    expect(await placesOn(repository, 'HEAD')).toHaveLength(1)
    expect(await placesOn(repository, 'HEAD~1')).toHaveLength(1)
    expect((await reconcile(repository.dir)).matches.map(({ status }) => status)).toEqual(['unchanged', 'unchanged'])
  })
})

describe('leaves alone', () => {
  const nothing = { matches: [] }

  test('what something still leads to, where nothing has its change', async () => {
    const commits = await annotatedBranch('alpha', 'beta', 'gamma', 'delta')
    await repository.git('tag', 'kept', commits[0] as string)
    await repository.git('update-ref', 'refs/remotes/origin/topic', commits[1] as string)
    await repository.git('worktree', 'add', '--quiet', '--detach', `${repository.dir}/linked`, commits[2] as string)
    expect(await reconcile(repository.dir)).toMatchObject({ lost: 0, ...nothing })
    await dropBranch()
    const report = await reconcile(repository.dir)
    expect(report).toMatchObject({ lost: 1, ...nothing })
    expect(report.unmatched).toMatchObject([{ commit: commits[3], reason: 'no_successor' }])
  })

  test('a patch that the branch has twice', async () => {
    await annotatedBranch('alpha')
    const other = { author: { name: 'Ada Fixture', email: 'ada@example.com' } }
    const [before, after] = [source('first'), withFunction(source('first'), 'alpha')]
    await repository.write({ 'src/all.ts': after })
    await repository.commit('Bring it in', other)
    await repository.write({ 'src/all.ts': before })
    await repository.commit('Take it out', other)
    await repository.write({ 'src/all.ts': after })
    await repository.commit('Bring it back', other)
    await dropBranch()
    const report = await reconcile(repository.dir)
    expect(report).toMatchObject(nothing)
    expect(report.ambiguous).toMatchObject([{ candidates: [{}, {}], reason: 'the evidence is equal for 2 commits' }])
  })

  test('a commit that was reverted and cherry-picked again', async () => {
    const [alpha] = await annotatedBranch('alpha')
    await rebaseMerge(alpha as string)
    await repository.git('revert', '--no-edit', 'HEAD')
    await rebaseMerge(alpha as string)
    await dropBranch()
    const report = await reconcile(repository.dir)
    expect(report).toMatchObject(nothing)
    expect(report.ambiguous).toHaveLength(1)
  })

  test('a revert of it, and an older commit with the same change', async () => {
    await addFunctions('alpha')
    await repository.git('revert', '--no-edit', 'HEAD')
    await repository.git('checkout', '--quiet', '-b', 'topic')
    const [again] = await addFunctions('alpha')
    await repository.git('commit', '--quiet', '--amend', '-m', 'Another try')
    await annotate(repository, (await repository.head()) ?? again, 'alpha')
    await repository.checkout('main')
    await dropBranch()
    const report = await reconcile(repository.dir)
    expect(report).toMatchObject({ ...nothing, ambiguous: [] })
    expect(report.unmatched).toMatchObject([{ reason: 'no_successor', about: 'Another try' }])
  })

  test('the revert of an indentation, which moves the same words back', async () => {
    const call = (name: string): string => `    ${name}(x)\n`
    const flat = ['one', 'two', 'three', 'four', 'five', 'sixth', 'seventh', 'eighth'].map(call).join('')
    const deep = flat.replaceAll(/^ {4}(?=sixth|seventh|eighth)/gmu, '        ')
    await repository.commitFiles('Add f', { 'f.py': `def f(x):\n${flat}` })
    await repository.git('checkout', '--quiet', '-b', 'topic')
    const indented = await repository.commitFiles('Call them for each', { 'f.py': `def f(x):\n${deep}` })
    await repository.note(indented, { $schema: 'chronicle/v1', commit: indented, summary: 'Why', regions: [] })
    await repository.checkout('main')
    await repository.commitFiles('Another way', { 'f.py': `def f(x, y):\n${deep}` })
    await repository.commitFiles('Call them once', { 'f.py': `def f(x, y):\n${flat}` })
    expect(await reconcile(repository.dir)).toMatchObject({ ...nothing, ambiguous: [] })
    await dropBranch()
    expect(await describeMatches(repository, await reconcile(repository.dir))).toEqual([
      'Call them for each → Another way: same_lines',
    ])
  })

  test('the revert of a conversion of line endings', async () => {
    const lines = Array.from({ length: 8 }, (_, index) => `export const setting${index} = ${index} * 1000`)
    const withEnds = (end: string): string => lines.map((line) => `${line}${end}`).join('')
    await repository.commitFiles('Add f', { 'f.ts': withEnds('\n') })
    await repository.git('checkout', '--quiet', '-b', 'topic')
    const converted = await repository.commitFiles('To CRLF', { 'f.ts': withEnds('\r\n') })
    await repository.note(converted, { $schema: 'chronicle/v1', commit: converted, summary: 'Why', regions: [] })
    await repository.checkout('main')
    await repository.commitFiles('Other words', { 'README.md': 'Other words.\n', 'f.ts': withEnds('\r\n').trimEnd() })
    await repository.commitFiles('Back to LF', { 'f.ts': withEnds('\n') })
    await dropBranch()
    expect(await describeMatches(repository, await reconcile(repository.dir))).toEqual([
      'To CRLF → Other words: same_lines',
    ])
  })

  test.each(['', '\n\nSigned-off-by: Ada <ada@example.com>', '\n\nIt is easier to read.\nNothing else changes.'])(
    'a commit that has half of two lines of the only one that it lists, above %j',
    async (more) => {
      const limits = (one: number, two: number): string => `first limit = ${one}\n\n\n\n\nsecond limit = ${two}\n`
      await repository.commitFiles('Add limits', { 'limits.ini': limits(1000, 2000) })
      await repository.git('checkout', '--quiet', '-b', 'topic')
      const tweak = await repository.commitFiles('Tweak limits', { 'limits.ini': limits(1111, 2222) })
      await repository.note(tweak, { $schema: 'chronicle/v1', commit: tweak, summary: 'Why', regions: [] })
      await repository.checkout('main')
      await repository.commitFiles(`Other limits (#5)\n\n* Tweak limits${more}`, { 'limits.ini': limits(1111, 2000) })
      await dropBranch()
      expect(await reconcile(repository.dir)).toMatchObject(nothing)
    },
  )

  test('a commit that another only names, in prose or without a change in common', async () => {
    const [alpha] = await annotatedBranch('alpha')
    const named = `(cherry picked from commit ${alpha})`
    await repository.commitFiles(`Say why\n\nIt was ${named} in another way.`, {
      'src/all.ts': source('first', 'omega'),
    })
    await repository.commitFiles(`Say that too\n\n${named}`, { 'README.md': 'Other words.\n' })
    expect(await reconcile(repository.dir)).toMatchObject({ ...nothing, ambiguous: [] })
  })

  test('empty commits, unless everything about them is the same', async () => {
    await repository.git('checkout', '--quiet', '-b', 'topic')
    const empty = await repository.commit('Release')
    await repository.note(empty, { $schema: 'chronicle/v1', commit: empty, summary: 'Why', regions: [] })
    await repository.checkout('main')
    await repository.commit('Release')
    await dropBranch()
    expect(await reconcile(repository.dir)).toMatchObject({ ...nothing, ambiguous: [] })
    await repository.git('cherry-pick', '--allow-empty', empty)
    expect(await describeMatches(repository, await reconcile(repository.dir))).toEqual([
      'Release → Release: same_commit',
    ])
  })

  test('a dropped commit whose neighbour has the same author, second and words', async () => {
    await repository.git('checkout', '--quiet', '-b', 'topic')
    const at = { date: 1_705_000_000 }
    await repository.write({ 'src/all.ts': withFunction(source('first'), 'alpha') })
    const alpha = await repository.commit('wip', at)
    await repository.write({ 'src/all.ts': withFunction(withFunction(source('first'), 'alpha'), 'beta') })
    const beta = await repository.commit('wip', at)
    await annotate(repository, beta, 'beta')
    await repository.checkout('main')
    await repository.commitFiles('Say more', { 'README.md': 'More.\n' })
    await repository.git('cherry-pick', alpha)
    await dropBranch()
    const report = await reconcile(repository.dir)
    expect(report.matches).toEqual([])
    expect(await noteOf(repository, 'HEAD')).toBeUndefined()
  })

  test('the same change by another person, at another time, in other words', async () => {
    await annotatedBranch('alpha')
    await repository.write({ 'src/all.ts': withFunction(source('first'), 'alpha') })
    await repository.commit('Something else', { author: { name: 'Bo', email: 'bo@example.com' } })
    await dropBranch()
    const report = await reconcile(repository.dir)
    expect(report.matches).toEqual([])
    expect(report.unmatched).toHaveLength(1)
  })

  test('a commit that lists a subject and has nothing of its change', async () => {
    await annotatedBranch('alpha')
    await repository.write({ 'src/all.ts': withFunction(source('first'), 'omega') })
    await repository.commit('Other work (#8)\n\n* Add alpha\n* Add omega')
    await dropBranch()
    expect(await reconcile(repository.dir)).toMatchObject({ ...nothing, ambiguous: [] })
  })

  test('a commit that lists a subject and has one of its two lines by chance', async () => {
    await repository.git('checkout', '--quiet', '-b', 'topic')
    const imports = "import { check } from './check'\n"
    const short = await repository.commitFiles('Check', {
      'src/all.ts': `${imports}check(Infinity)\n${source('first')}`,
    })
    await repository.note(short, { $schema: 'chronicle/v1', commit: short, summary: 'Why', regions: [] })
    await repository.checkout('main')
    await repository.commitFiles('Other work (#8)\n\n* Check', {
      'src/all.ts': `${imports}// Checked elsewhere, by another name\n${source('first')}`,
    })
    expect(await reconcile(repository.dir)).toMatchObject({ ...nothing, ambiguous: [] })
    await dropBranch()
    expect(await reconcile(repository.dir)).toMatchObject({ ...nothing, ambiguous: [] })
  })

  test('a trailer that two commits of the branch have', async () => {
    await repository.git('checkout', '--quiet', '-b', 'topic')
    for (const name of ['alpha', 'beta']) {
      const before = await repository.git('show', 'HEAD:src/all.ts')
      await repository.write({ 'src/all.ts': withFunction(before, name) })
      const id = await repository.commit(`Add ${name}\n\nPull-Request: https://example.com/pull/1`)
      await annotate(repository, id, name)
    }
    await repository.checkout('main')
    await repository.write({ 'src/all.ts': withFunction(source('first'), 'omega') })
    await repository.commit('Add omega\n\nPull-Request: https://example.com/pull/1')
    await dropBranch()
    const report = await reconcile(repository.dir)
    expect(report.matches).toEqual([])
    expect(report.ambiguous).toHaveLength(2)
  })

  test('everything in a shallow clone, in which commits are missing that nobody rewrote', async () => {
    const [alpha] = await addFunctions('alpha')
    await annotate(repository, alpha as CommitId, 'alpha')
    await addFunctions('beta', 'gamma')
    const clone = `${repository.dir}/clone`
    await repository.git('clone', '--quiet', '--depth=2', `file://${repository.dir}`, clone)
    await repository.git('-C', clone, 'fetch', '--quiet', 'origin', 'refs/notes/chronicle:refs/notes/chronicle')
    const report = await reconcile(clone)
    expect(report).toMatchObject({ shallow: true, matches: [], ambiguous: [] })
    expect(report.unmatched).toMatchObject([{ commit: alpha, reason: 'history_incomplete', about: 'Why alpha' }])
  })
})
