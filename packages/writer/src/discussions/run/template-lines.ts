import { ok, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import type { CallOptions, GitBackend, GitError, MergedChange } from '@chronicle/core/contracts'

/** Paths where hosts look for description templates. */
const TEMPLATE =
  /(?:^|\/)(?:pull_request_template(?:\.\w+)?|pull_request_template\/[^/]+|merge_request_templates\/[^/]+)$/i
/**
 * Minimum number and share of descriptions that must contain a line for it to count as part of a template, wherever
 * that is stored.
 */
const MIN_CHANGES = 10
const MIN_SHARE = 0.3
/** Minimum length of a template line: shorter lines are equal by chance. */
const MIN_LENGTH = 12
const MAX_TEMPLATES = 20

/**
 * Returns the trimmed lines that templates add to descriptions: from the repository's templates, or repeated in many
 * descriptions.
 */
export function templateLines(
  git: GitBackend,
  head: CommitId | undefined,
  changes: readonly MergedChange[],
  call: CallOptions,
): ResultAsync<ReadonlySet<string>, GitError> {
  return safeTry(async function* () {
    const counts = new Map<string, number>()
    for (const { description } of changes) {
      for (const line of new Set(linesOf(description))) counts.set(line, (counts.get(line) ?? 0) + 1)
    }
    const lines = new Set<string>()
    const least = Math.max(MIN_CHANGES, changes.length * MIN_SHARE)
    for (const [line, count] of counts) if (count >= least && line.length >= MIN_LENGTH) lines.add(line)
    if (head === undefined) return ok(lines)
    const files = await git.listFiles({ commit: head }, undefined, call)
    if (files.isErr()) return files.map(() => lines)
    for (const path of files.value.filter((each) => TEMPLATE.test(each)).slice(0, MAX_TEMPLATES)) {
      const file = await git.readFile({ commit: head }, path, call)
      if (file.isErr()) return file.map(() => lines)
      for (const line of linesOf(new TextDecoder().decode(file.value?.bytes))) lines.add(line)
    }
    return ok(lines)
  })
}

function linesOf(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
