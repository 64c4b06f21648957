import type { NotesMerge, NotesTip } from '@chronicle/core/contracts'
import type { TreeId } from '@chronicle/schema'
import { editNotesTree } from '../edit-notes-tree.ts'
import { GitFailure, throwIfAborted } from '../git-failure.ts'
import { commitOfEntry, isFanOut, rootOf } from '../notes-tree.ts'
import type { Repository } from '../open-repository.ts'
import { parseRawTree, writeRawTree, type RawTreeEntry } from '../parse-tree.ts'
import { readObjects, readRawTrees } from '../repository-objects.ts'
import { beginNotesWrite, ID_LENGTHS, moveRef, storeObjects } from '../write-notes.ts'

/** Commits a merge of two tips, the same in every repository, and moves the ref if it still stands where expected. */
export async function mergeTips(repository: Repository, merge: NotesMerge): Promise<NotesTip> {
  const { ref, expected, theirs, onto, notes, message, dropOurHistory = false } = merge
  const { objectFormat, objects, put } = await beginNotesWrite(repository, merge)
  const putTree = (bytes: Uint8Array): TreeId => put({ type: 'tree', bytes }) as TreeId
  const other = onto === expected ? theirs : expected
  const [root, otherRoot] = await Promise.all([onto, other].map((id) => rootOf(repository.objects, id)))
  const edited = await editNotesTree({
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
  const readTree = async (id: TreeId | undefined): Promise<readonly RawTreeEntry[]> => {
    const made = id === undefined ? undefined : objects.get(id)
    if (made !== undefined) return parseRawTree(made.bytes, ID_LENGTHS[objectFormat])
    return id === undefined ? [] : ((await readRawTrees(repository.objects, [id])).get(id) ?? [])
  }
  const tree = await withOtherEntries(edited, otherRoot, { readTree, putTree, idLength: ID_LENGTHS[objectFormat] })
  const parents = dropOurHistory ? [theirs] : [expected, theirs].sort()
  const person = await laterCommitter(repository, dropOurHistory ? [theirs] : [expected, theirs])
  const lines = [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author ${person}`,
    `committer ${person}`,
    '',
    message,
  ]
  const next = put({ type: 'commit', bytes: Buffer.from(lines.join('\n'), 'latin1') }) as NotesTip
  await storeObjects(repository, [...objects.values()], objectFormat)
  throwIfAborted(repository.signal)
  await moveRef(repository, { ref, expected, to: next }, objectFormat)
  return next
}

/** Entries at the top of the other tree that are no notes are kept, too, unless there is one of that name. */
async function withOtherEntries(
  edited: TreeId,
  otherRoot: TreeId | undefined,
  {
    readTree,
    putTree,
    idLength,
  }: {
    readonly readTree: (id: TreeId | undefined) => Promise<readonly RawTreeEntry[]>
    readonly putTree: (bytes: Uint8Array) => TreeId
    readonly idLength: number
  },
): Promise<TreeId> {
  const strange = (await readTree(otherRoot)).filter(
    (entry) => !isFanOut(entry) && commitOfEntry('', entry, idLength) === undefined,
  )
  if (strange.length === 0) return edited
  const entries = await readTree(edited)
  const names = new Set(entries.map(({ name }) => name))
  const more = strange.filter(({ name }) => !names.has(name))
  return more.length === 0 ? edited : putTree(writeRawTree([...entries, ...more]))
}

/**
 * Name, address and time of who made the later of some commits, as git stores them. Of two of one second, the one with
 * the greater id counts as the later.
 */
async function laterCommitter(repository: Repository, tips: readonly NotesTip[]): Promise<string> {
  const stored = await readObjects(repository.objects, tips, 'commit')
  const people = tips.map((tip) => {
    const bytes = stored.get(tip)
    if (bytes === undefined) {
      throw new GitFailure('missing_object', `The commit ${tip} of a notes ref is not in the repository.`, {
        data: { id: tip },
      })
    }
    const header = Buffer.from(bytes).toString('latin1').split('\n\n', 1)[0] ?? ''
    const [, person, time] = /^committer (.*? ?<[^<>\n]*> (\d+) [+-]\d{4})$/m.exec(header) ?? []
    // What git fsck would refuse is not repeated.
    return { tip, time: Number(time ?? 0), person: person ?? `Chronicle <chronicle@localhost> ${time ?? 0} +0000` }
  })
  const [latest] = people.sort((a, b) => b.time - a.time || (a.tip < b.tip ? 1 : -1))
  return latest?.person ?? ''
}
