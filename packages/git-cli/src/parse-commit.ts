import { decodeCommit, parseSignature, type Commit } from '@chronicle/core/contracts'
import type { CommitId, TreeId } from '@chronicle/schema'

/** Parses a commit object. Ignores unknown headers, including signatures. */
export function parseCommit(id: CommitId, bytes: Uint8Array): Commit {
  const text = decodeCommit(bytes)
  const end = text.indexOf('\n\n')
  const headers = (end < 0 ? text : text.slice(0, end)).split('\n')
  const valueOf = (name: string): string =>
    headers.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1) ?? ''
  return {
    id,
    tree: valueOf('tree') as TreeId,
    parents: headers.filter((line) => line.startsWith('parent ')).map((line) => line.slice(7) as CommitId),
    author: parseSignature(valueOf('author')),
    committer: parseSignature(valueOf('committer')),
    message: end < 0 ? '' : text.slice(end + 2),
  }
}
