import { err, ok, omitUndefined, safeTry, type CodedError, type ResultAsync } from '@chronicle/schema'
import type { Commit } from '@chronicle/core/contracts'
import { subjectOf } from '@chronicle/core/text'
import type { CliIo } from '../host/cli-io.ts'
import { oneLine } from '../host/one-line.ts'
import { reportWarning } from '../host/report-failure.ts'
import type { HookContext } from './hook-context.ts'
import { openSessionMemory } from './session-memory.ts'

/** Maximum age of a commit. The command may not have made one, and an older commit is not from this command. */
const JUST_NOW_SECONDS = 15 * 60

/** Information from the hook about the session. */
interface CommitSession {
  readonly io: CliIo
  /** Path of the file that the session is written to. */
  readonly transcript: string | undefined
}

/**
 * Returns the message after a commit: what was recorded in the person's own words, if that is enabled, or how to record
 * why, if nothing is recorded. `undefined`: no message.
 */
export function afterCommit(
  context: HookContext,
  { io, transcript }: CommitSession,
): ResultAsync<string | undefined, CodedError> {
  return safeTry(async function* () {
    const { repository, settings, info, call, session } = context
    const { git } = repository
    const id = yield* git.resolve('HEAD', call)
    if (id === undefined) return ok(undefined)
    const commits = yield* git.readCommits([id], call)
    const commit = commits.get(id)
    if (commit === undefined || Math.abs(Date.now() / 1000 - commit.committer.time) > JUST_NOW_SECONDS)
      return ok(undefined)
    if (settings.transcripts && transcript !== undefined) {
      const recorded = await recordStated(transcript, commit, context)
      if (recorded.isErr()) reportWarning(io, recorded.error.message)
      else if (recorded.value !== undefined) return ok(recorded.value)
    }
    for (const ref of settings.notesRefs) {
      const listing = yield* git.listNotes(ref, call)
      if (listing.notes.has(id)) return ok(undefined)
    }
    const reminded = `commit\0${id}`
    const memory = await openSessionMemory(info.chronicleDir, session)
    if (memory.isKnown(reminded) || !(await memory.claim([reminded])).has(reminded)) return ok(undefined)
    const [from] = commit.parents
    const changes = await git.diff?.(
      { from: from === undefined ? 'EMPTY' : { commit: from }, to: { commit: id } },
      call,
    )
    if (changes?.isErr() === true) return err(changes.error)
    const file =
      changes?.isOk() === true ? changes.value.find(({ newPath }) => newPath !== undefined)?.newPath : undefined
    return ok(reminder(commit, file ?? 'path/of/a/file'))
  })
}

/** Maximum number of statements shown to the agent; the others are only counted. */
const MAX_SHOWN_STATEMENTS = 8

/**
 * Records what the person stated to the agent about the commit, and returns a message about it. `undefined`: nothing
 * new.
 */
function recordStated(
  transcript: string,
  { id }: Commit,
  { repository, settings, call }: HookContext,
): ResultAsync<string | undefined, CodedError> {
  return safeTry(async function* () {
    const [notesRef] = settings.notesRefs
    const imported = yield* repository.importTranscripts({
      ...call,
      ...{ from: transcript, commit: id, store: true, allowedSecrets: settings.redactAllow },
      ...omitUndefined({ notesRef }),
    })
    const added = imported.statements.filter(({ known }) => known !== true)
    if (added.length === 0) return ok(undefined)
    const lines = added.slice(0, MAX_SHOWN_STATEMENTS).map(({ text }) => `- ${oneLine(text)}`)
    const more = added.length > MAX_SHOWN_STATEMENTS ? [`and ${added.length - MAX_SHOWN_STATEMENTS} more`] : []
    const heading = `Recorded on commit ${id.slice(0, 12)}, in the words of the person (chronicle.transcripts is on):`
    return ok(
      [
        heading,
        ...lines,
        ...more,
        `Retract what is wrong with: git chronicle retract ${id.slice(0, 12)} --reason WHY`,
      ].join('\n'),
    )
  })
}

function reminder({ id, message }: Commit, file: string): string {
  const subject = oneLine(subjectOf(message))
  const region = { file, anchor: 'the function or class', intent: 'what it is for', constraints: ['what must hold'] }
  const example = JSON.stringify({ summary: 'what the commit does, and why', commit: id, regions: [region] })
  return `Nothing is recorded on commit ${id.slice(0, 12)} (${subject}). If you know something about it that the diff does not show (why it is so, what was rejected, what must hold), record it now; otherwise go on.

git chronicle annotate --live <<'EOF'
${example}
EOF`
}
