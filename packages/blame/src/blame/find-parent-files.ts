import type { GitError } from '@chronicle/core/contracts'
import { ok, safeTry, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { CommitNode, FileEntry, ObjectReader } from '../object-reader.ts'
import type { TreeDifference } from '../renames/diff-trees.ts'
import { detectRenames } from '../renames/detect-renames.ts'

/** A file in a parent commit. */
export interface ParentFile {
  readonly commit: CommitNode
  readonly path: RepoPath
  readonly file: FileEntry
}

/** A file whose lines may come from its parents. */
export interface Child {
  readonly path: RepoPath
  readonly file: FileEntry
  readonly parents: readonly CommitNode[]
  /** Returns the files that the parent has and the child does not. Used to find the former name of a path. */
  differenceFrom(parent: CommitNode): ResultAsync<TreeDifference, GitError>
}

/** Either one parent with the same content, or all parents with other content, first parent first. */
export type ParentFiles = { readonly same: ParentFile } | { readonly different: readonly ParentFile[] }

/**
 * Finds a file in the parents of its commit: first under its own name in all of them, then, in a parent that lacks this
 * name, under the name it was renamed from. A parent with the same content ends the search. Of several parents with
 * equal content only the first counts.
 */
export function findParentFiles(reader: ObjectReader, child: Child): ResultAsync<ParentFiles, GitError> {
  return safeTry(async function* () {
    const trees = child.parents.map((parent) => parent.tree)
    const files = yield* reader.find(trees, child.path)
    const found: (ParentFile | undefined)[] = child.parents.map((commit, index) => {
      const file = files[index]
      return file && isSameType(file, child.file) ? { commit, path: child.path, file } : undefined
    })
    const same = found.find((parent) => parent?.file.id === child.file.id)
    if (same) return ok<ParentFiles>({ same })
    for (const [index, commit] of child.parents.entries()) {
      if (files[index] !== undefined) continue
      const renamed = yield* findRenamed(reader, child, commit)
      if (renamed?.file.id === child.file.id) return ok<ParentFiles>({ same: renamed })
      found[index] = renamed
    }
    const different = found.filter((parent) => parent !== undefined)
    return ok<ParentFiles>({
      different: different.filter(
        (parent, index) => different.findIndex((other) => other.file.id === parent.file.id) === index,
      ),
    })
  })
}

function findRenamed(
  reader: ObjectReader,
  child: Child,
  commit: CommitNode,
): ResultAsync<ParentFile | undefined, GitError> {
  return safeTry(async function* () {
    const { deleted } = yield* child.differenceFrom(commit)
    const target = { ...child.file, path: child.path }
    const [rename] = yield* detectRenames(reader, { deleted, added: [target] })
    if (rename === undefined) return ok(undefined)
    const { path, id, kind } = rename.from
    return ok({ commit, path, file: { id, kind } })
  })
}

/** As in git, a link never gets the blame for lines of a regular file, nor the other way round. */
function isSameType(a: FileEntry, b: FileEntry): boolean {
  return typeOf(a) === typeOf(b)
}

function typeOf(file: FileEntry): FileEntry['kind'] {
  return file.kind === 'executable' ? 'file' : file.kind
}
