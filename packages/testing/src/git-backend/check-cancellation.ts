import type { GitBackend, GitError } from '@chronicle/core/contracts'
import {
  DEFAULT_NOTES_REF,
  type BlobId,
  type CommitId,
  type RepoPath,
  type ResultAsync,
  type TreeId,
} from '@chronicle/schema'
import { expect } from 'vitest'
import { createLinearHistory } from '../fixture/fast-import.ts'
import { errorOf, requireRevisions, valueOf, type Check } from './contract-tools.ts'

/** Checks that waiting calls can be aborted. */
export function checkCancellation(check: Check): void {
  check('fails with `aborted` when the signal is aborted already', async ({ fixture, open }) => {
    const repository = await fixture()
    const commit = await repository.commitFiles('First', { 'a.txt': 'a\n' })
    await repository.note(commit, 'a note')
    const backend = await open(repository.dir)
    const signal = AbortSignal.abort()
    for (const [name, call] of Object.entries(callsOf(backend, commit, signal))) {
      const error = await errorOf(call())
      expect([name, error.code]).toEqual([name, 'aborted'])
    }
    expect((await valueOf(backend.listNotes(DEFAULT_NOTES_REF))).notes.size).toBe(1)
  })

  check('settles and goes on working when it is aborted half way', async ({ fixture, open }) => {
    const repository = await fixture()
    const commits = await createLinearHistory(repository, { commits: 300, files: 3 })
    const head = commits.at(-1) as CommitId
    const backend = await open(repository.dir)
    for (const delay of [0, 1, 5]) {
      const controller = new AbortController()
      const calls = Object.values(callsOf(backend, head, controller.signal)).map((call) => call())
      const timer = setTimeout(() => controller.abort(), delay)
      for (const result of await Promise.all(calls)) {
        if (result.isErr()) expect(['aborted', 'notes_ref_moved', 'notes_ref_locked']).toContain(result.error.code)
      }
      clearTimeout(timer)
      expect(await valueOf(backend.resolve('HEAD'))).toBe(head)
      expect((await valueOf(backend.readCommits(commits))).size).toBe(300)
    }
  })

  check('ends the log early when it is aborted', async ({ fixture, open }) => {
    const repository = await fixture()
    const commits = await createLinearHistory(repository, { commits: 2000 })
    const backend = await open(repository.dir)
    const controller = new AbortController()
    let seen = 0
    for await (const { id } of backend.log({ from: commits.at(-1) as CommitId }, { signal: controller.signal })) {
      expect(id).toBe(commits[1999 - seen])
      seen++
      if (seen === 10) controller.abort()
    }
    expect(seen).toBeGreaterThanOrEqual(10)
    expect(seen).toBeLessThan(2000)
    const aborted = backend.log({ from: commits.at(-1) as CommitId }, { signal: AbortSignal.abort() })
    for await (const commit of aborted) throw new Error(`the log of an aborted call has ${commit.id}`)
  })

  check('ends the ancestors early when it is aborted', async (tools) => {
    const repository = await tools.fixture()
    const from = (await createLinearHistory(repository, { commits: 2000 })).at(-1) as CommitId
    const { ancestors } = requireRevisions(await tools.open(repository.dir), tools)
    const seen = await countUntilAborted((signal) => ancestors({ from }, { signal }))
    expect(seen).toBeGreaterThanOrEqual(10)
    expect(seen).toBeLessThan(2000)
    for await (const { id } of ancestors({ from }, { signal: AbortSignal.abort() })) {
      throw new Error(`the ancestors of an aborted call have ${id}`)
    }
  })
}

async function countUntilAborted(iterate: (signal: AbortSignal) => AsyncIterable<unknown>): Promise<number> {
  const controller = new AbortController()
  let seen = 0
  for await (const _ of iterate(controller.signal)) {
    seen++
    if (seen === 10) controller.abort()
  }
  return seen
}

function callsOf(backend: GitBackend, commit: CommitId, signal: AbortSignal): Calls {
  const path = 'src/file-0.txt' as RepoPath
  const { supports } = backend
  return {
    describe: () => backend.describe({ signal }),
    resolve: () => backend.resolve('HEAD', { signal }),
    readCommits: () => backend.readCommits([commit], { signal }),
    readTrees: () => backend.readTrees([commit as string as TreeId], { signal }),
    readBlobs: () => backend.readBlobs([commit as string as BlobId], { signal }),
    readFile: () => backend.readFile({ commit }, path, { signal }),
    listFiles: () => backend.listFiles({ commit }, undefined, { signal }),
    listNotes: () => backend.listNotes(DEFAULT_NOTES_REF, { signal }),
    notesTip: () => backend.notesTip(DEFAULT_NOTES_REF, { signal }),
    ...(supports.worktree && {
      readWorktree: () => backend.readFile('WORKTREE', path, { signal }),
      listWorktree: () => backend.listFiles('WORKTREE', undefined, { signal }),
    }),
    ...optional(supports.blame, { blame: () => backend.blame?.({ at: { commit }, path }, { signal }) }),
    ...optional(supports.history, { history: () => backend.history?.({ from: commit }, { signal }) }),
    ...optional(supports.revisions, {
      fileRevisions: () => backend.fileRevisions?.({ from: commit, path }, { signal }),
      changedPaths: () => backend.changedPaths?.([commit], { signal }),
    }),
    ...optional(supports.diff, { diff: () => backend.diff?.({ from: 'EMPTY', to: { commit } }, { signal }) }),
    ...optional(supports.diffNotes, { diffNotes: () => backend.diffNotes?.(commit, commit, { signal }) }),
    ...optional(backend.readConfig !== undefined, { readConfig: () => backend.readConfig?.('chronicle', { signal }) }),
    ...optional(supports.writeNotes, {
      writeNotes: () =>
        backend.writeNotes?.(DEFAULT_NOTES_REF, undefined, new Map([[commit, Buffer.from('aborted')]]), { signal }),
    }),
  }
}

type Calls = Readonly<Record<string, () => ResultAsync<unknown, GitError>>>

function optional(
  claimed: boolean,
  calls: Readonly<Record<string, () => ReturnType<Calls[string]> | undefined>>,
): Calls {
  return claimed ? (calls as Calls) : {}
}
