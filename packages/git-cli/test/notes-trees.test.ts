import type { NotesTip } from '@chronicle/core/contracts'
import type { CommitId, NotesRef } from '@chronicle/schema'
import { describe, expect, test } from 'vitest'
import { diffNotes } from '../src/diff-notes.ts'
import { listNotes } from '../src/list-notes.ts'
import { writeRawTree, type RawTreeEntry } from '../src/parse-tree.ts'
import { createAnsweringGit, type FakeGit } from './fake-git.ts'
import { valueOf } from './results.ts'

const REF = 'refs/notes/odd' as NotesRef
const [ONE, TWO] = ['1'.repeat(40), '2'.repeat(40)]
const commit = (start: string): CommitId => start.padEnd(40, 'e') as CommitId
const file = (name: string, id = ONE): RawTreeEntry => ({ mode: '100644', name, id })
const folder = (name: string, id: string): RawTreeEntry => ({ mode: '40000', name, id })

function storeTip(git: FakeGit, entries: readonly RawTreeEntry[]): NotesTip {
  const tree = git.store('tree', writeRawTree(entries))
  const tip = git.store('commit', `tree ${tree}\n\nNotes\n`)
  git.point(REF, tip)
  return tip as NotesTip
}

describe('notes in very many folders', () => {
  const hex = Array.from({ length: 256 }, (_, index) => index.toString(16).padStart(2, '0'))
  const listed = async (...lines: readonly string[]) => {
    const git = createAnsweringGit(() => lines.map((line) => `${line}\0`).join(''))
    const inner = git.store('tree', writeRawTree(hex.map((name) => folder(name, '0'.repeat(40)))))
    const tip = storeTip(
      git,
      hex.map((name) => folder(name, inner)),
    )
    const listing = await valueOf(listNotes(git.repository, REF))
    expect(listing.tip).toBe(tip)
    return [...listing.notes]
  }

  test('are listed by one git, in the order of their commits', async () => {
    const [a, b] = [commit('ab01'), commit('ab02')]
    const lines = [
      `100644 blob ${ONE}\tab/01/${a.slice(4)}`,
      `100644 blob ${TWO}\tab/${b.slice(2)}`,
      `100644 blob ${ONE}\t${'0'.repeat(40)}`,
    ]
    expect(await listed(...lines)).toEqual([
      ['0'.repeat(40), [ONE]],
      [a, [ONE]],
      [b, [TWO]],
    ])
  })

  test('have every blob of a commit once', async () => {
    const a = commit('ab01')
    const paths = [`ab/01/${a.slice(4)}`, `ab/${a.slice(2)}`, a]
    const lines = paths.map((path, index) => `100644 blob ${index === 1 ? TWO : ONE}\t${path}`)
    expect(await listed(...lines)).toEqual([[a, [ONE, TWO]]])
  })

  test.each([
    ['a submodule', `160000 commit ${ONE}\t${commit('a')}`],
    ['a path that is too short', `100644 blob ${ONE}\t${commit('a').slice(1)}`],
    ['a path that is too long', `100644 blob ${ONE}\t${commit('a')}e`],
    ['a path with another ending', `100644 blob ${ONE}\t${'a'.repeat(36)}.txt`],
    ['a path with another beginning', `100644 blob ${ONE}\tx${'a'.repeat(39)}`],
    ['a path in folders with longer names', `100644 blob ${ONE}\tabc/${'a'.repeat(37)}`],
  ])('are none for %s', async (_name, line) => {
    const kept = `100644 blob ${ONE}\t${commit('b')}`
    expect(await listed(line, kept)).toEqual([[commit('b'), [ONE]]])
    expect(await listed(line)).toEqual([])
  })
})

describe('a difference of notes', () => {
  const difference = async (before: readonly RawTreeEntry[], after: readonly RawTreeEntry[], git: FakeGit) => {
    const [from, to] = [storeTip(git, before), storeTip(git, after)]
    return valueOf(diffNotes(git.repository.objects, from, to))
  }

  test('has all blobs of a commit, those in folders that are the same in both among them', async () => {
    const git = createAnsweringGit()
    const a = commit('ab')
    const inside = folder('ab', git.store('tree', writeRawTree([file(a.slice(2), TWO)])))
    expect(await difference([inside], [inside, file(a)], git)).toEqual([
      { commit: a, before: [TWO], after: [TWO, ONE] },
    ])
  })

  test('does not have notes that only moved, nor what is no note', async () => {
    const git = createAnsweringGit()
    const a = commit('ab')
    const inside = folder('ab', git.store('tree', writeRawTree([file(a.slice(2))])))
    const others = [file('README', TWO), file('abc', TWO), folder('docs', git.store('tree', new Uint8Array()))]
    expect(await difference([file(a)], [inside, ...others], git)).toEqual([])
  })

  test('has what was added and what was removed, in the order of the commits', async () => {
    const git = createAnsweringGit()
    expect(
      await difference([file(commit('c')), file(commit('b'))], [file(commit('c'), TWO), file(commit('a'))], git),
    ).toEqual([
      { commit: commit('a'), before: [], after: [ONE] },
      { commit: commit('b'), before: [ONE], after: [] },
      { commit: commit('c'), before: [ONE], after: [TWO] },
    ])
  })

  test('is read from the folders that differ alone', async () => {
    const git = createAnsweringGit()
    const same = git.store('tree', writeRawTree([file(commit('cd').slice(2))]))
    await difference([folder('cd', same), file(commit('a'))], [folder('cd', same)], git)
    expect(git.read).not.toContain(same)
  })
})
