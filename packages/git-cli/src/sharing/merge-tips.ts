import { codedError, type GitError, type NotesMerge, type NotesTip } from '@chronicle/core/contracts'
import { err, ok, okAsync, ResultAsync, safeTry, type Result, type TreeId } from '@chronicle/schema'
import { editNotesTree } from '../edit-notes-tree.ts'
import { checkAborted } from '../git-failure.ts'
import { commitOfEntry, isFanOut, rootOf } from '../notes-tree.ts'
import type { Repository } from '../open-repository.ts'
import { parseRawTree, writeRawTree, type RawTreeEntry } from '../parse-tree.ts'
import { readObjects, readRawTrees } from '../repository-objects.ts'
import { beginNotesWrite, ID_LENGTHS, moveRef, storeObjects } from '../write-notes.ts'

/** Commits a merge of two tips, the same in every repository, and moves the ref if it still stands where expected. */
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
      if (made !== undefined) return okAsync(parseRawTree(made.bytes, ID_LENGTHS[objectFormat]))
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

/** Entries at the top of the other tree that are no notes are kept, too, unless there is one of that name. */
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
 * Name, address and time of who made the later of some commits, as git stores them. Of two of one second, the one with
 * the greater id counts as the later.
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
  // What git fsck would refuse is not repeated.
  return { time: Number(time), person: person ?? `Chronicle <chronicle@localhost> ${time} +0000` }
}
