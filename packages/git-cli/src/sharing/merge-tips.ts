import { codedError, type GitError, type NotesMerge, type NotesTip } from '@chronicle/core/contracts'
import { err, ok, okAsync, ResultAsync, safeTry, type Result, type TreeId } from '@chronicle/schema'
import { editNotesTree } from '../edit-notes-tree.ts'
import { checkAborted } from '../git-failure.ts'
import { commitOfEntry, isFanOut, rootOf } from '../notes-tree.ts'
import type { Repository } from '../open-repository.ts'
import { parseRawTree, writeRawTree, type RawTreeEntry } from '../parse-tree.ts'
import { readObjects, readRawTrees } from '../repository-objects.ts'
import { beginNotesWrite, ID_LENGTHS, moveRef, storeObjects } from '../write-notes.ts'

/**
 * Commits a merge of two tips, which is identical in every repository, and moves the ref if it still points to the
 * expected tip.
 */
export function mergeTips(repository: Repository, merge: NotesMerge): ResultAsync<NotesTip, GitError> {
  return safeTry(async function* () {
    const { ref, expected, theirs, onto, notes, message, dropOurHistory = false } = merge
    const { objectFormat, objects, put } = yield* beginNotesWrite(repository, merge)
    const putTree = (bytes: Uint8Array): TreeId => put({ type: 'tree', bytes }) as TreeId
    const other = onto === expected ? theirs : expected
    const [root, otherRoot] = yield* ResultAsync.combine([onto, other].map((id) => rootOf(repository.objects, id)))
    const edited = yield* editNotesTree({
      root,
      idLength: ID_LENGTHS[objectFormat],
      notes: new Map(
        [...notes].map(([commit, note]) => [
          commit,
          note === undefined || typeof note === 'string' ? note : put({ type: 'blob', bytes: note }),
        ]),
      ),
      readTrees: (ids) => readRawTrees(repository.objects, ids),
      putTree,
    })
    const readTree = (id: TreeId | undefined): ResultAsync<readonly RawTreeEntry[], GitError> => {
      if (id === undefined) return okAsync([])
      const made = objects.get(id)
      if (made !== undefined)
        return parseRawTree(made.bytes, ID_LENGTHS[objectFormat]).asyncAndThen((entries) => okAsync(entries))
      return readRawTrees(repository.objects, [id]).map((trees) => trees.get(id) ?? [])
    }
    const tree = yield* withOtherEntries(edited, otherRoot, { readTree, putTree, idLength: ID_LENGTHS[objectFormat] })
    const parents = dropOurHistory ? [theirs] : [expected, theirs].sort()
    const person = yield* laterCommitter(repository, dropOurHistory ? [theirs] : [expected, theirs])
    const lines = [
      `tree ${tree}`,
      ...parents.map((parent) => `parent ${parent}`),
      `author ${person}`,
      `committer ${person}`,
      '',
      message,
    ]
    const next = put({ type: 'commit', bytes: Buffer.from(lines.join('\n'), 'latin1') }) as NotesTip
    yield* storeObjects(repository, [...objects.values()], objectFormat)
    yield* checkAborted(repository.signal)
    return moveRef(repository, { ref, expected, to: next }, objectFormat).map(() => next)
  })
}

/** Also keeps the top-level entries of the other tree that are not notes, unless their name is taken. */
function withOtherEntries(
  edited: TreeId,
  otherRoot: TreeId | undefined,
  {
    readTree,
    putTree,
    idLength,
  }: {
    readonly readTree: (id: TreeId | undefined) => ResultAsync<readonly RawTreeEntry[], GitError>
    readonly putTree: (bytes: Uint8Array) => TreeId
    readonly idLength: number
  },
): ResultAsync<TreeId, GitError> {
  return safeTry(async function* () {
    const strange = (yield* readTree(otherRoot)).filter(
      (entry) => !isFanOut(entry) && commitOfEntry('', entry, idLength) === undefined,
    )
    if (strange.length === 0) return ok(edited)
    const entries = yield* readTree(edited)
    const names = new Set(entries.map(({ name }) => name))
    const more = strange.filter(({ name }) => !names.has(name))
    return ok(more.length === 0 ? edited : putTree(writeRawTree([...entries, ...more])))
  })
}

/**
 * Returns the name, address and time of the latest committer of some commits, as git stores them. If two are in the
 * same second, the greater commit id counts as later.
 */
function laterCommitter(repository: Repository, tips: readonly NotesTip[]): ResultAsync<string, GitError> {
  return readObjects(repository.objects, tips, 'commit').andThen((stored): Result<string, GitError> => {
    const lost = tips.find((tip) => !stored.has(tip))
    if (lost !== undefined) {
      const message = `The commit ${lost} of a notes ref is not in the repository.`
      return err(codedError('missing_object', message, { data: { id: lost } }))
    }
    const people = [...stored].map(([tip, bytes]) => ({ tip, ...committerOf(bytes) }))
    const [latest] = people.sort((a, b) => b.time - a.time || (a.tip < b.tip ? 1 : -1))
    return ok(latest?.person ?? '')
  })
}

function committerOf(commit: Uint8Array): { readonly time: number; readonly person: string } {
  const header = Buffer.from(commit).toString('latin1').split('\n\n', 1)[0] ?? ''
  const [, person, time = 0] = /^committer (.*? ?<[^<>\n]*> (\d+) [+-]\d{4})$/m.exec(header) ?? []
  // A committer line that git fsck would reject is replaced.
  return { time: Number(time), person: person ?? `Chronicle <chronicle@localhost> ${time} +0000` }
}
