import { err, errAsync, ok, type Result, ResultAsync } from '@chronicle/schema'
import { type CallOptions, codedError, type GitError, type RedactError, type Redactor } from '@chronicle/core/contracts'
import type { ChangedFile, CommitContext, FileText } from '../commit-context.ts'
import { alignLines } from './align-lines.ts'
import { mapTexts, textsOf } from './texts-of.ts'

/** A commit without its secrets, for a model to read and for its quotes to be held against. */
export interface RedactedCommit {
  /** Lines have the numbers that they have in the repository. Outlines are those of the original texts. */
  readonly context: CommitContext
  /** What made redacting a file fail that was asked for later. Nothing more may be sent then. */
  failure(): RedactError | undefined
}

/** Redacts what a commit changed and what was said about it at once, other files when they are read. */
export async function redactCommit(
  original: CommitContext,
  redactor: Redactor | undefined,
  options: CallOptions,
): Promise<Result<RedactedCommit, RedactError>> {
  if (redactor === undefined) return ok({ context: original, failure: () => undefined })
  const originals = new WeakMap<FileText, FileText>()
  let failure: RedactError | undefined

  const redactFiles = async (
    files: readonly FileText[],
  ): Promise<Result<readonly (FileText | undefined)[], RedactError>> => {
    const results = await redactor.redact(
      files.map(({ text }) => text),
      options,
    )
    return results.map((texts) =>
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

  const said = { message: original.commit.message, author: original.author }
  const texts = await redactor.redact(textsOf(said), options)
  if (texts.isErr()) return err(texts.error)
  const redactedSaid = mapTexts(
    said,
    texts.value.map(({ text }) => text),
  )
  const sides = original.files.flatMap(({ before, after }) => [before, after].filter((side) => side !== undefined))
  const redactedSides = await redactFiles(sides)
  if (redactedSides.isErr()) return err(redactedSides.error)
  const bySide = new Map(sides.map((side, index) => [side, redactedSides.value[index]]))

  const context: CommitContext = {
    commit: { ...original.commit, message: redactedSaid.message },
    files: original.files.map((file) => withSides(file, bySide)),
    ...(redactedSaid.author === undefined ? {} : { author: redactedSaid.author }),
    readFile: (path, call) => {
      const read = async (): Promise<Result<FileText | undefined, GitError>> => {
        const file = await original.readFile(path, call)
        if (file.isErr()) return err(file.error)
        if (file.value === undefined) return ok(undefined)
        const known = bySide.get(file.value)
        if (known !== undefined) return ok(known)
        const redacted = await redactFiles([file.value])
        if (redacted.isOk()) return ok(redacted.value[0])
        failure ??= redacted.error
        return err(unread(redacted.error))
      }
      return failure === undefined ? new ResultAsync(read()) : errAsync(unread(failure))
    },
    outline: (path, text, call) => original.outline(path, originals.get(text) ?? text, call),
    recentAnnotations: (path, limit, call) => original.recentAnnotations(path, limit, call),
  }
  return ok({ context, failure: () => failure })
}

/** The seam knows failures of git alone; whoever asked looks at `failure` first. */
function unread(error: RedactError): GitError {
  return codedError(error.code === 'aborted' ? 'aborted' : 'git_failed', error.message, { cause: error })
}

function withSides(file: ChangedFile, redacted: ReadonlyMap<FileText, FileText | undefined>): ChangedFile {
  const { before, after, ...rest } = file
  const old = before === undefined ? undefined : redacted.get(before)
  const now = after === undefined ? undefined : redacted.get(after)
  return {
    ...rest,
    ...(old === undefined ? {} : { before: old }),
    ...(now === undefined ? {} : { after: now }),
  }
}

function splitLines(text: string): readonly string[] {
  const lines = text.split(/\r?\n/)
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}
