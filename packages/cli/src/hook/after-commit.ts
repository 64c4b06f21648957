import { err, ok, type CodedError, type Result } from '@chronicle/schema'
import type { Commit } from '@chronicle/core/contracts'
import { oneLine } from '../host/one-line.ts'
import type { HookContext } from './hook-context.ts'
import { openSessionMemory } from './session-memory.ts'

/** A command that was to commit may not have: an older commit is not of this moment. */
const JUST_NOW_SECONDS = 15 * 60

/** How to record why, for a commit just made that nothing is recorded on. `undefined`: something is. */
export async function afterCommit({
  repository: { git },
  settings,
  info,
  call,
  session,
}: HookContext): Promise<Result<string | undefined, CodedError>> {
  const head = await git.resolve('HEAD', call)
  if (head.isErr()) return err(head.error)
  const id = head.value
  if (id === undefined) return ok(undefined)
  const commits = await git.readCommits([id], call)
  if (commits.isErr()) return err(commits.error)
  const commit = commits.value.get(id)
  if (commit === undefined || Math.abs(Date.now() / 1000 - commit.committer.time) > JUST_NOW_SECONDS)
    return ok(undefined)
  for (const ref of settings.notesRefs) {
    const listing = await git.listNotes(ref, call)
    if (listing.isErr()) return err(listing.error)
    if (listing.value.notes.has(id)) return ok(undefined)
  }
  const reminded = `commit\0${id}`
  const memory = await openSessionMemory(info.chronicleDir, session)
  if (memory.isKnown(reminded) || !(await memory.claim([reminded])).has(reminded)) return ok(undefined)
  const [from] = commit.parents
  const changes = await git.diff?.({ from: from === undefined ? 'EMPTY' : { commit: from }, to: { commit: id } }, call)
  if (changes?.isErr() === true) return err(changes.error)
  const file =
    changes?.isOk() === true ? changes.value.find(({ newPath }) => newPath !== undefined)?.newPath : undefined
  return ok(reminder(commit, file ?? 'path/of/a/file'))
}

function reminder({ id, message }: Commit, file: string): string {
  const subject = oneLine(message.split('\n')[0] ?? '')
  const region = { file, anchor: 'the function or class', intent: 'what it is for', constraints: ['what must hold'] }
  const example = JSON.stringify({ summary: 'what the commit does, and why', commit: id, regions: [region] })
  return `Nothing is recorded on commit ${id.slice(0, 12)} (${subject}). If you know something about it that the diff does not show (why it is so, what was rejected, what must hold), record it now; otherwise go on.

git chronicle annotate --live <<'EOF'
${example}
EOF`
}
