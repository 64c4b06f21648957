import { decodeCommit, type Commit, type Signature } from '@chronicle/core/contracts'
import type { CommitId, TreeId } from '@chronicle/schema'

const SIGNATURE = /^(?:author|committer) ?(.*?) ?<([^>]*)>(?: (-?\d+))?(?: ([+-])(\d{2})(\d{2}))?/

/** Parses a commit object. Ignores unknown headers, including signatures. */
export function parseCommit(id: CommitId, bytes: Uint8Array): Commit {
  const text = decodeCommit(bytes)
  const end = text.indexOf('\n\n')
  const headers = (end < 0 ? text : text.slice(0, end)).split('\n')
  const valueOf = (name: string): string => headers.find((line) => line.startsWith(`${name} `)) ?? ''
  return {
    id,
    tree: valueOf('tree').slice('tree '.length) as TreeId,
    parents: headers.filter((line) => line.startsWith('parent ')).map((line) => line.slice(7) as CommitId),
    author: parseSignature(valueOf('author')),
    committer: parseSignature(valueOf('committer')),
    message: end < 0 ? '' : text.slice(end + 2),
  }
}

function parseSignature(line: string): Signature {
  const [, name = '', email = '', time = '0', sign = '+', hours = '00', minutes = '00'] = SIGNATURE.exec(line) ?? []
  const zone = Number(hours) * 60 + Number(minutes)
  return { name, email, time: Number(time), zone: sign === '-' && zone !== 0 ? -zone : zone }
}
