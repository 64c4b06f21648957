import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { createMemoryStorage, createNotesIndex, createNotesSource } from '@chronicle/core'
import { DEFAULT_NOTES_REF, okAsync, readNote, type CommitId } from '@chronicle/schema'
import { validateAnnotation } from '@chronicle/schema/validate'
import { notesByGit } from '@chronicle/testing'
import { expect, test } from 'vitest'
import {
  annotateCommits,
  createHeuristicWriter,
  selectCommits,
  type CommitReceipt,
  type RunOptions,
  type RunServices,
} from '../src/index.ts'
import { useRepositories } from './gather-scope.ts'

const folder = resolve(import.meta.dirname, '../../..', process.env['CHRONICLE_BUNDLES'] ?? '../shared/data')
const { fixture, open } = useRepositories()

test('a real history is annotated in pieces, and no piece twice', async ({ skip }) => {
  const bundle = join(folder, 'got.bundle')
  if (!existsSync(bundle)) {
    const reason = `no got.bundle in ${folder}; set CHRONICLE_BUNDLES to a folder of git bundles`
    process.stderr.write(`backfill of a real history, not run: ${reason}\n`)
    return skip(reason)
  }
  const repository = await fixture({ bare: true })
  const branch = /refs\/\S+/u.exec(execFileSync('git', ['bundle', 'list-heads', bundle], { encoding: 'utf8' }))?.[0]
  await repository.git('fetch', '--quiet', bundle, `${branch}:refs/heads/main`)
  const git = open(repository.dir)
  const seams: RunServices = {
    ...{
      git,
      ast: createTreeSitterParser(),
      index: createNotesIndex({ git }),
      recorded: createNotesSource({ git }),
      cache: createMemoryStorage(),
    },
    writer: createHeuristicWriter(),
    redactor: { name: 'none', redact: (texts) => okAsync(texts.map((text) => ({ text, secrets: [] }))) },
    clock: () => Date.parse('2026-01-01T00:00:00Z'),
  }
  const { commits } = (await selectCommits({ git }, { limit: 300 }))._unsafeUnwrap()
  expect(commits).toHaveLength(300)

  const annotate = async (
    ids: readonly CommitId[],
    options: RunOptions,
    enough = Infinity,
  ): Promise<readonly CommitReceipt[]> => {
    const receipts: CommitReceipt[] = []
    for await (const event of annotateCommits(seams, ids, options)) {
      if (event.kind === 'stopped') throw new Error(event.error.message)
      if (event.kind === 'commit') receipts.push(event.receipt)
      if (receipts.length >= enough) break
    }
    return receipts
  }
  const pieces = [
    await annotate(commits, { batchCommits: 4 }, 100),
    await annotate(commits, { batchCommits: 4, commitsAtOnce: 7, bytesAtOnce: 50_000 }, 220),
    await annotate(commits, { concurrency: 3 }),
  ]
  expect(pieces[2]).toHaveLength(300)
  const again = await annotate(commits, {})
  expect(again.filter(({ status }) => status === 'annotated' || status === 'failed')).toEqual([])

  // A single uninterrupted run produces the same notes.
  const notes = await notesByGit(repository, 'refs/notes/chronicle')
  await repository.git('update-ref', '-d', 'refs/notes/chronicle')
  const whole = (await annotate(commits, { force: true })).filter(({ status }) => status === 'annotated')
  expect(whole.length).toBeGreaterThan(5)
  expect(await notesByGit(repository, 'refs/notes/chronicle')).toEqual(notes)
  expect((await git.listNotes(DEFAULT_NOTES_REF))._unsafeUnwrap().notes.size).toBe(whole.length)
  for (const { commit } of whole) {
    const bytes = await repository.gitBytes(['notes', '--ref=chronicle', 'show', commit])
    const { annotation, diagnostics } = readNote(bytes, { commit })
    expect([diagnostics, annotation && validateAnnotation(annotation).isOk()]).toEqual([[], true])
  }
})
