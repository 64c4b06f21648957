import { err, errAsync, ok, omitEmpty, omitUndefined, type ResultAsync, safeTry } from '@chronicle/schema'
import {
  type CallOptions,
  codedError,
  type GitError,
  type RedactError,
  type Redactor,
  redactWith,
} from '@chronicle/core/contracts'
import type { ChangedFile, CommitContext, FileText } from '../commit-context.ts'
import { alignLines } from './align-lines.ts'
import { discussionWords, mapDiscussionWords } from '../discussions/map-discussion-texts.ts'
import { mapTexts, textsOf } from './texts-of.ts'

/** A commit without its secrets, which the model reads and against which its quotes are verified. */
export interface RedactedCommit {
  /** Line numbers are those of the repository. Outlines are parsed from the original texts. */
  readonly context: CommitContext
  /** The error of redacting a file that was read later. Nothing more may be sent then. */
  failure(): RedactError | undefined
}

/** Redacts the changes and texts of a commit at once, and other files when they are read. */
export function redactCommit(
  original: CommitContext,
  redactor: Redactor | undefined,
  options: CallOptions,
): ResultAsync<RedactedCommit, RedactError> {
  return safeTry(async function* () {
    if (redactor === undefined) return ok({ context: original, failure: () => undefined })
    const originals = new WeakMap<FileText, FileText>()
    let failure: RedactError | undefined

    const redactFiles = (files: readonly FileText[]): ResultAsync<readonly (FileText | undefined)[], RedactError> => {
      return redactWith(
        redactor,
        files.map(({ text }) => text),
        options,
      ).map((texts) =>
        files.map((file, index) => {
          const { text, secrets } = texts[index] ?? { text: '', secrets: [] }
          if (text === file.text) return file
          const lines = alignLines(splitLines(text), file.lines.length, secrets)
          if (lines === undefined) return undefined
          const redacted = { blob: file.blob, text: lines.join('\n'), lines }
          originals.set(redacted, file)
          return redacted
        }),
      )
    }

    const statements = { message: original.commit.message, author: original.author }
    const { discussions = [] } = original
    const words = textsOf(statements)
    const texts = yield* redactWith(redactor, [...words, ...discussionWords(discussions)], options)
    const cleaned = texts.map(({ text }) => text)
    const redactedStatements = mapTexts(statements, cleaned.slice(0, words.length))
    const discussed = mapDiscussionWords(discussions, cleaned.slice(words.length))
    const sides = original.files.flatMap(({ before, after }) => [before, after].filter((side) => side !== undefined))
    const redactedSides = yield* redactFiles(sides)
    const bySide = new Map(sides.map((side, index) => [side, redactedSides[index]]))

    const context: CommitContext = {
      commit: { ...original.commit, message: redactedStatements.message },
      files: original.files.map((file) => withSides(file, bySide)),
      ...omitUndefined({ author: redactedStatements.author }),
      ...omitEmpty({ discussions: discussed }),
      readFile: (path, call) => {
        const read = (): ResultAsync<FileText | undefined, GitError> =>
          safeTry(async function* () {
            const file = yield* original.readFile(path, call)
            if (file === undefined) return ok(undefined)
            const known = bySide.get(file)
            if (known !== undefined) return ok(known)
            const redacted = await redactFiles([file])
            if (redacted.isOk()) return ok(redacted.value[0])
            failure ??= redacted.error
            return err(unread(redacted.error))
          })
        return failure === undefined ? read() : errAsync(unread(failure))
      },
      outline: (path, text, call) => original.outline(path, originals.get(text) ?? text, call),
      recentAnnotations: (path, limit, call) => original.recentAnnotations(path, limit, call),
    }
    return ok({ context, failure: () => failure })
  })
}

/** The contract allows only git errors here; callers check `failure` first. */
function unread(error: RedactError): GitError {
  return codedError(error.code === 'aborted' ? 'aborted' : 'git_failed', error.message, { cause: error })
}

function withSides(file: ChangedFile, redacted: ReadonlyMap<FileText, FileText | undefined>): ChangedFile {
  const { before, after, ...rest } = file
  const old = before === undefined ? undefined : redacted.get(before)
  const now = after === undefined ? undefined : redacted.get(after)
  return {
    ...rest,
    ...omitUndefined({ before: old, after: now }),
  }
}

function splitLines(text: string): readonly string[] {
  const lines = text.split(/\r?\n/)
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}
