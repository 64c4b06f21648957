import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AnnotationIndex, GitBackend } from '@chronicle/core/contracts'
import { DEFAULT_NOTES_REF, type CodedError, type CommitId, type NotesRef } from '@chronicle/schema'
import { importCommits } from '../fixture/fast-import.ts'
import { createFixtureRepository, FIXTURE_EPOCH, type FixtureRepository } from '../fixture/fixture-repository.ts'
import { valueOf } from '../git-backend/contract-tools.ts'
import { askEverything, scanNotes, type CommitTimes, type IndexAnswers } from './index-answers.ts'
import { plannedNote, type NoteEdit, type NotePlan } from './note-plan.ts'

/** The refs that contain planned notes. */
export const PLANNED_REFS: readonly NotesRef[] = [DEFAULT_NOTES_REF, 'refs/notes/ultragit' as NotesRef]

/** A repository whose notes are edited according to plans, and the answers of a scan of them. */
export interface IndexWorkbench {
  readonly repository: FixtureRepository
  readonly git: GitBackend
  /** Commits that can have notes: some with equal times, some that are missing, two with a common prefix. */
  readonly commits: CommitTimes
  /** Creates an empty folder for an index. */
  newFolder(): Promise<string>
  /** Applies the edits, with one write for each ref. */
  edit(edits: readonly NoteEdit[]): Promise<void>
  /** Removes all notes. */
  clear(): Promise<void>
  /** Scans the notes of the first `refs` refs of `PLANNED_REFS`. */
  scan(refs?: number): IndexAnswers
  dispose(): Promise<void>
}

const ABSENT = ['abcd', 'abcd1', 'ff'].map((digits) => digits.padEnd(40, '0') as CommitId)

/** Creates the repository. `openGit` must return a backend that can write notes. */
export async function createIndexWorkbench(openGit: (dir: string) => GitBackend): Promise<IndexWorkbench> {
  const repository = await createFixtureRepository()
  const dates = [5, 5, 3, 4, 1, 1].map((hours) => FIXTURE_EPOCH + hours * 3600)
  const ids = await importCommits(
    repository,
    dates.map((date, number) => ({
      ref: 'refs/heads/main',
      parents: number === 0 ? [] : [number - 1],
      message: `Commit ${number}\n`,
      date,
      changes: [{ path: 'a.ts', content: `${number}\n` }],
    })),
  )
  const commits = new Map<CommitId, number | undefined>(ids.map((id, number) => [id, dates[number]]))
  for (const id of ABSENT) commits.set(id, undefined)
  const numbered = [...commits.keys()]
  const git = openGit(repository.dir)
  const folders: string[] = []
  const notes = PLANNED_REFS.map(() => new Map<CommitId, NotePlan>())

  async function editRef(number: number, edits: readonly NoteEdit[]): Promise<void> {
    const ref = PLANNED_REFS[number] as NotesRef
    const plans = notes[number] as Map<CommitId, NotePlan>
    const writes = new Map<CommitId, Uint8Array | undefined>()
    for (const [, which, plan] of edits) {
      const commit = numbered[which] as CommitId
      if (plan !== undefined) plans.set(commit, plan)
      else if (!plans.delete(commit)) continue
      writes.set(commit, plan && plannedNote(commit, plan))
    }
    const tip = await valueOf(git.notesTip(ref))
    const kept = new Map([...writes].filter(([, bytes]) => bytes !== undefined || tip !== undefined))
    if (git.writeNotes === undefined) throw new Error(`${git.name} cannot write notes`)
    if (kept.size > 0) await valueOf(git.writeNotes(ref, tip, kept))
  }

  return {
    repository,
    git,
    commits,
    async newFolder() {
      const folder = await mkdtemp(join(tmpdir(), 'chronicle-index-'))
      folders.push(folder)
      return folder
    },
    async edit(edits) {
      for (const number of PLANNED_REFS.keys()) {
        const own = edits.filter(([ref]) => ref === number)
        if (own.length > 0) await editRef(number, own)
      }
    },
    async clear() {
      for (const ref of PLANNED_REFS) await repository.git('update-ref', '-d', ref)
      for (const plans of notes) plans.clear()
    },
    scan: (refs = 1) => scanNotes(notes.slice(0, refs), commits),
    async dispose() {
      await git.close()
      await repository.dispose()
      for (const folder of folders) await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Returns the answers of an index. Refreshes again if a part of it was missing, as the read pipeline does; a damaged
 * index must recover.
 */
export async function answersOf(index: AnnotationIndex, commits: CommitTimes): Promise<IndexAnswers> {
  for (let attempt = 0; attempt < 40; attempt++) {
    try {
      return await askEverything(await valueOf(index.refresh()), commits)
    } catch (error) {
      if (!(error instanceof Error) || (error.cause as CodedError | undefined)?.code !== 'index_failed') throw error
    }
  }
  throw new Error('the index never answered')
}
