import { ok, omitUndefined, safeTry, type CommitId, type Diagnostic, type ResultAsync } from '@chronicle/schema'
import type { CallOptions, GitError, RedactError, Redactor } from '@chronicle/core/contracts'
import type { CommitContext } from '../commit-context.ts'
import { gatherCommits, type GatherServices } from '../gather/gather-commits.ts'
import { secretWordsIn, withSecretWords } from '../run/secret-words.ts'
import { createMessageCommits, type AttributedCommit } from './attribute-messages.ts'
import { createWriteMatcher } from './match-writes.ts'
import { placeOfLines, type StatedPlace } from './place-of-lines.ts'
import type { StatementKind } from './statement-kind.ts'
import type { SaidEvent, Transcript, TranscriptFormat, WroteEvent } from './transcript.ts'
import { typedStatements } from './typed-statements.ts'
import { lastSegment, createPathTest, type PathTest, type PathRules } from './create-path-test.ts'

/** A person's sentence in a transcript, with the commit and the place that it is about. */
export interface TranscriptStatement {
  readonly kind: StatementKind
  /** Verbatim, without secrets. */
  readonly text: string
  readonly commit: CommitId
  /** The first line of the commit's message. */
  readonly subject: string
  readonly place: StatedPlace
  readonly agent: TranscriptFormat
  readonly session: string
  /** The id of the message in its transcript. */
  readonly message: string
  /** Time of typing, in milliseconds since the epoch. Absent if the transcript does not contain it. */
  readonly at?: number
}

/** The result of `findStatements`. */
export interface FoundStatements {
  /** Ordered by the given commits, then by the sentences. */
  readonly statements: readonly TranscriptStatement[]
  /** Ids of sessions that wrote lines of one of the commits. */
  readonly sessions: readonly string[]
  /** Number of statements that are about no commit, because their code was abandoned or is not committed yet. */
  readonly withoutCommit: number
  /** Number of secrets removed from messages, quoted or not. */
  readonly secrets: number
  readonly diagnostics: readonly Diagnostic[]
}

/** Dependencies of `findStatements`. */
export interface StatementServices extends GatherServices {
  readonly redactor: Redactor
}

/** The commits to compare with transcripts. */
export interface StatementRequest extends CallOptions, PathRules {
  /**
   * The commits that may contain code of the transcripts. They must be reachable, because amending replaces a commit.
   */
  readonly commits: readonly CommitId[]
  /** Returns only statements about these commits. Absent: all statements. */
  readonly only?: ReadonlySet<CommitId> | undefined
}

/**
 * Finds the person's statements in transcripts, and the commits with the code written in response. Secrets are removed
 * from each message before its sentences are examined.
 */
export function findStatements(
  seams: StatementServices,
  transcripts: readonly Transcript[],
  request: StatementRequest,
): ResultAsync<FoundStatements, GitError | RedactError> {
  return safeTry(async function* () {
    const call: CallOptions = omitUndefined({ signal: request.signal })
    const { matcher, diagnostics } = yield* matchCommits(seams, transcripts, request)
    const found: Attributed[] = []
    const sessions = new Set<string>()
    const known = new Set<string>()
    let [withoutCommit, secrets] = [0, 0]
    for (const { events, format, id } of transcripts) {
      if (!events.some((event) => event.kind === 'wrote' && matcher.sharesOf(event).length > 0)) continue
      sessions.add(id)
      const commits = createMessageCommits(events, matcher)
      const messages = events.filter((event) => event.kind === 'said')
      const redacted = yield* redactMessages(messages, seams.redactor, call)
      secrets += redacted.secrets
      for (const [index, message] of messages.entries()) {
        for (const { kind, text } of typedStatements(redacted.texts[index] ?? '')) {
          // A resumed or forked session repeats earlier messages in another file.
          const key = `${message.at ?? message.id}\0${text}`
          if (known.has(key)) continue
          known.add(key)
          const owner = commits.commitOf(message, text)
          if (owner === undefined) withoutCommit++
          else found.push({ ...owner, kind, text, message, agent: format, session: id })
        }
      }
    }
    const wanted = found.filter(({ commit }) => request.only?.has(commit.id) ?? true)
    const statements = await placeAll(seams, wanted, request)
    return statements.map((placed) => ({
      statements: placed,
      sessions: [...sessions],
      ...{ withoutCommit, secrets, diagnostics },
    }))
  })
}

interface Attributed extends AttributedCommit {
  readonly kind: StatementKind
  readonly text: string
  readonly message: SaidEvent
  readonly agent: TranscriptFormat
  readonly session: string
}

function matchCommits(
  seams: GatherServices,
  transcripts: readonly Transcript[],
  request: StatementRequest,
): ResultAsync<
  { readonly matcher: ReturnType<typeof createWriteMatcher>; readonly diagnostics: readonly Diagnostic[] },
  GitError
> {
  return safeTry(async function* () {
    const writes = new Map<WroteEvent, PathTest>()
    const names = new Set<string>()
    for (const event of transcripts.flatMap(({ events }) => events)) {
      const isWritten = event.kind === 'wrote' ? createPathTest(event, request) : undefined
      if (event.kind !== 'wrote' || isWritten === undefined) continue
      writes.set(event, isWritten)
      names.add(lastSegment(event.path ?? ''))
    }
    const matcher = createWriteMatcher(writes)
    const diagnostics: Diagnostic[] = []
    if (writes.size === 0) return ok({ matcher, diagnostics })
    const gathering = gatherCommits(seams, request.commits, {
      ...omitUndefined({ signal: request.signal }),
      skip: (_, { files }) =>
        files.some(
          ({ newPath, oldPath }) => names.has(lastSegment(newPath ?? '')) || names.has(lastSegment(oldPath ?? '')),
        )
          ? undefined
          : 'No transcript wrote to its files.',
    })
    for await (const result of gathering) {
      const gathered = yield* result
      if (gathered.context !== undefined) matcher.take(gathered.context)
      diagnostics.push(...gathered.diagnostics)
    }
    return ok({ matcher, diagnostics })
  })
}

/** A secret may be recognised only by its context in the same message. */
function redactMessages(
  messages: readonly SaidEvent[],
  redactor: Redactor,
  call: CallOptions,
): ResultAsync<{ readonly texts: readonly string[]; readonly secrets: number }, RedactError> {
  return safeTry(async function* () {
    const texts = messages.map(({ text }) => text)
    const words = yield* secretWordsIn(texts, redactor, call)
    const redacted = await withSecretWords(redactor, words).redact(texts, call)
    return redacted.map((results) => ({
      texts: results.map(({ text }) => text),
      secrets: results.reduce((sum, { secrets }) => sum + secrets.length, 0),
    }))
  })
}

/** The commits are read again, because the contents compared before are not kept in memory. */
function placeAll(
  seams: GatherServices,
  found: readonly Attributed[],
  request: StatementRequest,
): ResultAsync<readonly TranscriptStatement[], GitError> {
  return safeTry(async function* () {
    const wanted = new Set(found.map(({ commit }) => commit.id))
    const commits = request.commits.filter((commit) => wanted.has(commit))
    const statements: TranscriptStatement[] = []
    const options = omitUndefined({ signal: request.signal })
    for await (const gathered of gatherCommits(seams, commits, options)) {
      const { context, commit } = yield* gathered
      if (context === undefined) continue
      for (const each of found) if (each.commit.id === commit) statements.push(await placed(each, context))
    }
    return ok(statements)
  })
}

async function placed(
  { commit, lines, kind, text, message, agent, session }: Attributed,
  context: CommitContext,
): Promise<TranscriptStatement> {
  return {
    ...{ kind, text, commit: commit.id, subject: commit.subject },
    place: await placeOfLines(context, lines, text),
    ...{ agent, session, message: message.id },
    ...omitUndefined({ at: message.at }),
  }
}
