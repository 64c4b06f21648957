import type { Commit, GitBackend } from '../contracts/git-backend.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import type { Diagnostic, LineRange } from '@chronicle/schema'
import type { AnnotatedFile } from './open-annotated-file.ts'

/**
 * Readers find an annotation through the lines that its commit still owns. Says so when a commit owns none of a
 * region's lines: the annotation belongs on another commit, which is named where blame can tell.
 */
export async function checkAttribution(
  file: AnnotatedFile,
  lines: LineRange | undefined,
  commit: Commit,
  git: GitBackend,
  call: CallOptions,
): Promise<Diagnostic | undefined> {
  const warn = (code: string, message: string): Diagnostic => ({
    code,
    severity: 'warning',
    message,
    commit: commit.id,
    path: file.path,
  })
  const short = commit.id.slice(0, 12)
  if (await isUntouched(file, commit, git, call)) {
    const owners = await ownersOf(file, lines, commit, git, call)
    const message = `${short} did not change ${file.path}. Readers find annotations through the lines a commit owns; annotate ${owners ?? 'the commit that changed them'} instead.`
    return warn('file_not_changed', message)
  }
  if (lines === undefined || git.blame === undefined) return undefined
  const request = { at: { commit: commit.id }, path: file.path, ranges: [lines] }
  const recent = await git.blame({ ...request, since: commit.committer.time }, call)
  if (recent.isErr()) {
    return warn(
      'attribution_unknown',
      `Whether ${short} changed ${file.path} could not be checked: ${recent.error.message}`,
    )
  }
  if (recent.value.some((hunk) => hunk.commit === commit.id && !hunk.boundary)) return undefined
  const owners = await ownersOf(file, lines, commit, git, call)
  const message = `${short} changed none of the lines ${lines.start}:${lines.end} of ${file.path}. Readers find annotations through the lines a commit owns; annotate ${owners ?? 'the commit that changed them'} instead, or give the lines that did change.`
  return warn('lines_not_changed', message)
}

/** The same content as in any parent: blame passes such a commit by. */
async function isUntouched(file: AnnotatedFile, commit: Commit, git: GitBackend, call: CallOptions): Promise<boolean> {
  for (const parent of commit.parents) {
    const before = await git.readFile({ commit: parent }, file.path, call)
    // A parent that cannot be read (shallow and partial clones) says nothing.
    if (before.isOk() && before.value?.id === file.content.id) return true
  }
  return false
}

/** Who owns the lines, the largest share first, at most three. */
async function ownersOf(
  file: AnnotatedFile,
  lines: LineRange | undefined,
  commit: Commit,
  git: GitBackend,
  call: CallOptions,
): Promise<string | undefined> {
  const ranges = lines === undefined ? {} : { ranges: [lines] }
  const hunks = await git.blame?.({ at: { commit: commit.id }, path: file.path, ...ranges }, call)
  if (hunks === undefined || hunks.isErr()) return undefined
  const shares = new Map<string, number>()
  for (const { boundary, commit: owner, final } of hunks.value) {
    // At the edge of a shallow clone older lines count as the edge's own.
    const known = owner !== undefined && owner !== commit.id && !boundary
    if (known) shares.set(owner, (shares.get(owner) ?? 0) + final.end - final.start + 1)
  }
  const names = [...shares].sort(([, a], [, b]) => b - a).map(([owner]) => owner.slice(0, 12))
  return names.length === 0 ? undefined : names.slice(0, 3).join(' or ')
}
