import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AnnotationIndex, GitBackend } from '@chronicle/core/contracts'
import type { CommitId, NotesRef, RepoPath } from '@chronicle/schema'
import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { valueOf } from '../git-backend/contract-tools.ts'
import { SUITE_OPTIONS } from '../suite-options.ts'
import { askEverything } from './index-answers.ts'
import { answersOf, createIndexWorkbench, PLANNED_REFS, type IndexWorkbench } from './index-workbench.ts'
import { noteStepsArbitrary, plannedNote, type NoteEdit, type NotePlan } from './note-plan.ts'

/** The parts of the suite that the author of an index provides. */
export interface AnnotationIndexContract {
  /** Opens a repository with a backend that can write notes. */
  openGit(dir: string): GitBackend
  /**
   * Creates an index of the notes of `refs`. Indexes with the same folder, which must exist, share their data, as two
   * processes do. An index in memory ignores the folder.
   */
  openIndex(options: {
    readonly git: GitBackend
    readonly refs: readonly NotesRef[]
    readonly folder: string
  }): AnnotationIndex
  /** Closes an index at the end of a test. */
  closeIndex?(index: AnnotationIndex): void
  /** Number of runs of each property. Default 15. */
  readonly runs?: number
}

const PLAN: NotePlan = {
  files: ['a.ts'],
  targets: [['b.ts', 'f']],
  groups: ['b.ts'],
  tags: ['security'],
  broken: false,
}

/** Runs the `AnnotationIndex` contract: compares every answer of the index with that of a scan of all notes. */
export function testAnnotationIndex(name: string, contract: AnnotationIndexContract): void {
  const { openGit, runs: numRuns = 15 } = contract
  const open: IndexWorkbench[] = []
  const opened: AnnotationIndex[] = []
  const bench = (): IndexWorkbench => open[0] as IndexWorkbench

  function openIndex(folder: string, refs = 1): AnnotationIndex {
    const index = contract.openIndex({ git: bench().git, refs: PLANNED_REFS.slice(0, refs), folder })
    opened.push(index)
    return index
  }

  async function followSteps(steps: readonly (readonly NoteEdit[])[], refs: number): Promise<void> {
    await bench().clear()
    const folder = await bench().newFolder()
    const lasting = openIndex(folder, refs)
    for (const edits of steps) {
      await bench().edit(edits)
      const expected = bench().scan(refs)
      expect(await answersOf(lasting, bench().commits)).toEqual(expected)
      expect(await answersOf(openIndex(folder, refs), bench().commits)).toEqual(expected)
    }
    closeAll()
  }

  function closeAll(): void {
    for (const index of opened.splice(0)) contract.closeIndex?.(index)
  }

  describe(`AnnotationIndex contract: ${name}`, SUITE_OPTIONS, () => {
    beforeAll(async () => {
      open.push(await createIndexWorkbench(openGit))
    }, SUITE_OPTIONS.timeout)
    beforeEach(() => bench().clear())
    afterAll(async () => {
      closeAll()
      for (const each of open.splice(0)) await each.dispose()
    })

    test.each([1, 2])('answers like a scan of all notes, over %i refs', async (refs) => {
      await fc.assert(
        fc.asyncProperty(noteStepsArbitrary(9, refs), (steps) => followSteps(steps, refs)),
        { numRuns },
      )
    })

    test('knows nothing without notes', async () => {
      const view = await valueOf(openIndex(await bench().newFolder()).refresh())
      expect(view.tip).toBeUndefined()
      expect(await askEverything(view, bench().commits)).toEqual(bench().scan())
    })

    test('names the tip that its answers are of', async () => {
      await bench().edit([[0, 0, PLAN]])
      const view = await valueOf(openIndex(await bench().newFolder()).refresh())
      expect(view.tip).toBe(await bench().repository.git('rev-parse', PLANNED_REFS[0] ?? ''))
    })

    test('follows a ref that is reset, replaced, deleted and made again', async () => {
      const { repository, commits } = bench()
      const ref = PLANNED_REFS[0] ?? ''
      const index = openIndex(await bench().newFolder())
      await bench().edit([[0, 0, PLAN]])
      const first = await repository.git('rev-parse', ref)
      const afterFirst = await answersOf(index, commits)
      await bench().edit([
        [0, 1, { ...PLAN, files: ['deep/c.ts'] }],
        [0, 0, undefined],
      ])
      const second = await repository.git('rev-parse', ref)
      const afterSecond = await answersOf(index, commits)
      expect(afterSecond).toEqual(bench().scan())

      await repository.git('update-ref', ref, first)
      expect(await answersOf(index, commits)).toEqual(afterFirst)
      const unrelated = await repository.git('commit-tree', `${second}^{tree}`, '-m', 'unrelated')
      await repository.git('update-ref', ref, unrelated)
      expect(await answersOf(index, commits)).toEqual(afterSecond)
      await repository.git('update-ref', '-d', ref)
      expect(await answersOf(index, commits)).toMatchObject({ notes: 0, recent: [], found: [] })
      await repository.git('update-ref', ref, first)
      expect(await answersOf(index, commits)).toEqual(afterFirst)
    })

    test('keeps an older view as it was while newer ones move on', async () => {
      const index = openIndex(await bench().newFolder())
      await bench().edit([[0, 0, PLAN]])
      const before = await valueOf(index.refresh())
      const seen = bench().scan()
      await bench().edit([
        [0, 0, { ...PLAN, tags: ['toString'] }],
        [0, 1, PLAN],
      ])
      const after = await valueOf(index.refresh())
      expect(await askEverything(after, bench().commits)).toEqual(bench().scan())
      expect(await askEverything(before, bench().commits)).toEqual(seen)
    })

    test('serves several callers at once, and several indexes that share what they keep', async () => {
      const folder = await bench().newFolder()
      const indexes = [openIndex(folder), openIndex(folder), openIndex(folder)]
      for (let round = 0; round < 4; round++) {
        await bench().edit([[0, round, { ...PLAN, groups: ['deep.ts'] }]])
        const answers = await Promise.all([...indexes, ...indexes].map((index) => answersOf(index, bench().commits)))
        for (const each of answers) expect(each).toEqual(bench().scan())
      }
    })

    test('tells the time of a commit that came in after its notes', async () => {
      const { git, repository } = bench()
      const [ref] = PLANNED_REFS as readonly [NotesRef]
      const commit = (await repository.git('commit-tree', 'HEAD^{tree}', '-m', 'late')) as CommitId
      const file = join(repository.dir, '.git', 'objects', commit.slice(0, 2), commit.slice(2))
      const object = await readFile(file)
      await rm(file, { force: true })
      if (git.writeNotes === undefined) throw new Error(`${git.name} cannot write notes`)
      await valueOf(git.writeNotes(ref, undefined, new Map([[commit, plannedNote(commit, PLAN)]])))
      const folder = await bench().newFolder()
      const lasting = openIndex(folder)
      const timesOf = async (index: AnnotationIndex): Promise<readonly unknown[]> => {
        const view = await valueOf(index.refresh())
        const found = [await valueOf(view.annotating(['a.ts' as RepoPath])), await valueOf(view.recent(9))]
        return found.map((each) => each.map(({ committedAt }) => committedAt !== undefined))
      }
      expect(await timesOf(lasting)).toEqual([[false], [false]])
      await writeFile(file, object)
      expect(await timesOf(lasting)).toEqual([[true], [true]])
      expect(await timesOf(openIndex(folder))).toEqual([[true], [true]])
    })

    test('gives limits and positions of time order their meaning', async () => {
      await bench().edit([0, 1, 2, 3, 6].map((commit): NoteEdit => [0, commit, PLAN]))
      const view = await valueOf(openIndex(await bench().newFolder()).refresh())
      const all = await valueOf(view.recent(10))
      expect(await valueOf(view.recent(0))).toEqual([])
      expect(await valueOf(view.recent(2))).toEqual(all.slice(0, 2))
      expect(all.map(({ committedAt }) => committedAt === undefined)).toEqual([false, false, false, false, true])
      const [, second] = all
      if (second?.committedAt === undefined) throw new Error('no second commit')
      // A position that no note has.
      const between = { commit: '0'.repeat(40) as typeof second.commit, committedAt: second.committedAt - 1 }
      expect(await valueOf(view.recent(10, between))).toEqual(all.slice(2))
    })

    test('ends with the code aborted when it is aborted', async () => {
      await bench().edit([[0, 0, PLAN]])
      const index = openIndex(await bench().newFolder())
      const aborted = await index.refresh({ signal: AbortSignal.abort() })
      expect(aborted.isErr() && aborted.error.code).toBe('aborted')
      expect(await answersOf(index, bench().commits)).toEqual(bench().scan())
    })
  })
}
