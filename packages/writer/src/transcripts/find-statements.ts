import { ok, omitUndefined, safeTry, type CommitId, type Diagnostic, type ResultAsync } from '@chronicle/schema'
import type { CallOptions, GitError, RedactError, Redactor } from '@chronicle/core/contracts'
import type { CommitContext } from '../commit-context.ts'
import { gatherCommits, type GatherServices } from '../gather/gather-commits.ts'
import { secretWordsIn, withSecretWords } from '../run/secret-words.ts'
import { createMessageCommits, type CommitOfMessage } from './attribute-messages.ts'
import { createWriteMatcher } from './match-writes.ts'
import { placeOfLines, type StatedPlace } from './place-of-lines.ts'
import type { StatementKind } from './statement-kind.ts'
import type { SaidEvent, Transcript, TranscriptFormat, WroteEvent } from './transcript.ts'
import { typedStatements } from './typed-statements.ts'
import { lastSegment, writtenPath, type IsWritten, type PathRules } from './written-path.ts'

/** A sentence of a person in a transcript, with the commit and the place that it is about. */
export interface TranscriptStatement {
  readonly kind: StatementKind
  /** As it was typed, without secrets. */
  readonly text: string
  readonly commit: CommitId
  /** The first line of the commit's message. */
  readonly subject: string
  readonly place: StatedPlace
  readonly agent: TranscriptFormat
  readonly session: string
  /** The id of the message in its transcript. */
  readonly message: string
  /** When it was typed, in milliseconds since the epoch. Absent where the transcript does not say. */
  readonly at?: number
}

/** What transcripts came to. */
export interface FoundStatements {
  /** In the order of the commits given, then that of the sentences. */
  readonly statements: readonly TranscriptStatement[]
  /** Sessions that wrote lines of one of the commits. */
  readonly sessions: readonly string[]
  /** Sentences that state something, and are about no commit: their code was given up, or is not committed yet. */
  readonly withoutCommit: number
  /** Secrets that were taken out of messages, whether they are quoted or not. */
  readonly secrets: number
  readonly diagnostics: readonly Diagnostic[]
}

/** What finding statements works with. */
export interface StatementServices extends GatherServices {
  readonly redactor: Redactor
}

/** What transcripts are compared with. */
export interface StatementRequest extends CallOptions, PathRules {
  /** The commits that may hold code of the transcripts. Reachable ones: an amended commit is another one now. */
  readonly commits: readonly CommitId[]
  /** Only statements about these commits are told. Absent: about all. */
  readonly only?: ReadonlySet<CommitId>
}

/**
 * Finds in transcripts what the person stated, and the commits that hold the code which was written in answer. Secrets
 * are taken out of each message before its sentences are looked at.
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
          // A session that was resumed or forked has what came before in another file.
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

interface Attributed extends CommitOfMessage {
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
    const writes = new Map<WroteEvent, IsWritten>()
    const names = new Set<string>()
    for (const event of transcripts.flatMap(({ events }) => events)) {
      const isWritten = event.kind === 'wrote' ? writtenPath(event, request) : undefined
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

/** A secret may be known only by what stands around it, in the same message. */
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

/** The commits are read again: what was compared with many is not kept in memory. */
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
