import { ok, okAsync, safeTry, type Evidence, type LineRange, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { CallOptions, DiffHunk, GitError } from '@chronicle/core/contracts'
import { joinedWords, locateQuote } from '@chronicle/core/text'
import type { AuthorContext } from '../author-context/author-context.ts'
import type { ChangedFile, CommitContext, FileText } from '../commit-context.ts'
import { discussionTexts } from '../discussions/discussion-texts.ts'
import { touches } from '../quality/restatement-sources.ts'
import { firstIndex } from '../text/hunks.ts'

/** Whether a citation was found; if not, the reason as a sentence that a model can act on. */
export type EvidenceVerdict = { readonly found: true } | { readonly found: false; readonly reason: string }

/**
 * Minimum length of a quote, in characters without white space. A shorter one is found nearly everywhere, and proves
 * nothing.
 */
const SHORTEST_QUOTE = 4

/** Whether a quote is long enough to be evidence. A mere number proves nothing. */
export function isLongEnough(quote: string): boolean {
  return quote.replace(/\s+/g, '').length >= SHORTEST_QUOTE
}

/** Number of context lines around a hunk that a quote may include, as a diff usually shows them. */
const HUNK_CONTEXT = 3

/**
 * Verifies a citation against the commit. A quote must occur word by word; white space, line endings and comment marks
 * within it are ignored.
 *
 * - `commit_message`, `author_context`: the quote, in the message or in what the author said besides it.
 * - `discussion`: the quote, in what its author said at its URL.
 * - `file_lines`: `file` at the commit, with existing lines, a quote, or a quote within those lines.
 * - `diff_hunk`: `file` as changed by the commit, and a quote that includes a changed line of either side, or lines of
 *   the new side that touch a hunk.
 */
export function verifyEvidence(
  evidence: Evidence,
  context: CommitContext,
  options?: CallOptions,
): ResultAsync<EvidenceVerdict, GitError> {
  const { kind, quote, file } = evidence
  if (quote !== undefined && !isLongEnough(quote)) {
    return okAsync(missing(`The quote ${JSON.stringify(quote)} is too short to show anything. Quote a whole phrase.`))
  }
  if (kind === 'commit_message') return okAsync(quoted([context.commit.message], quote, 'the commit message'))
  if (kind === 'author_context') {
    return okAsync(quoted(authorTexts(context.author), quote, 'what the author said beside the commit message'))
  }
  if (kind === 'discussion') return okAsync(inDiscussions(evidence, context))
  if (file === undefined) return okAsync(missing(`Evidence of the kind ${kind} needs a file. Name it.`))
  const changed = context.files.find(({ path }) => path === file)
  if (kind === 'diff_hunk') return okAsync(changed === undefined ? unchanged(file) : inHunks(changed, evidence))
  if (changed !== undefined) return okAsync(inLines(file, changed.after, evidence))
  return context.readFile(file as RepoPath, options).map((text) => inLines(file, text, evidence))
}

/** Returns why the first missing citation was not found. `undefined`: all were found. */
export function findMissing(
  all: readonly Evidence[],
  context: CommitContext,
  call: CallOptions | undefined,
): ResultAsync<string | undefined, GitError> {
  return safeTry(async function* () {
    for (const evidence of all) {
      const verdict = yield* verifyEvidence(evidence, context, call)
      if (!verdict.found) return ok(verdict.reason)
    }
    return ok(undefined)
  })
}

function quoted(texts: readonly string[], quote: string | undefined, where: string): EvidenceVerdict {
  if (quote === undefined) return missing(`There is no quote. Quote the words of ${where}.`)
  const words = joinedWords(quote)
  return texts.some((text) => joinedWords(text).includes(words))
    ? { found: true }
    : missing(`${shown(quote)} is not in ${where}. Quote it word by word.`)
}

function inDiscussions({ quote, url, author }: Evidence, { discussions = [] }: CommitContext): EvidenceVerdict {
  const remarks = discussionTexts(discussions).filter((each) => each.url === url && each.author === author)
  return quoted(
    remarks.map(({ text }) => text),
    quote,
    `what ${author ?? 'nobody'} said at ${url ?? 'no address'}`,
  )
}

function authorTexts(author: AuthorContext | undefined): readonly string[] {
  if (author === undefined) return []
  const { task = '', reasoning = '', dependencies = '', rejected, notes } = author
  return [
    task,
    reasoning,
    dependencies,
    ...rejected.flatMap(({ approach, reason }) => [approach, reason]),
    ...notes.map(({ text }) => text),
  ]
}

function inLines(file: string, text: FileText | undefined, { lines, quote }: Evidence): EvidenceVerdict {
  if (text === undefined) return missing(`At the commit there is no text file ${file}.`)
  if (lines === undefined && quote === undefined) {
    return missing(`Neither lines nor a quote say what of ${file} is meant. Give one of them.`)
  }
  if (lines !== undefined && !isWithin(lines, text.lines.length)) {
    return missing(`${file} has ${text.lines.length} lines at the commit, and not the lines ${range(lines)}.`)
  }
  const cited = lines === undefined ? text.lines : text.lines.slice(lines.start - 1, lines.end)
  if (quote === undefined || locateQuote(cited, quote) !== undefined) return { found: true }
  const where = lines === undefined ? file : `lines ${range(lines)} of ${file}`
  const elsewhere = lines === undefined ? undefined : locateQuote(text.lines, quote)
  return missing(
    elsewhere === undefined
      ? `${shown(quote)} is not in ${where} at the commit. Quote it word by word.`
      : `${shown(quote)} is not in ${where}, but in lines ${elsewhere.start + 1}-${elsewhere.end + 1}.`,
  )
}

function inHunks(file: ChangedFile, { lines, quote }: Evidence): EvidenceVerdict {
  const hunks = lines === undefined ? file.hunks : file.hunks.filter((hunk) => touches(hunk, lines))
  if (lines !== undefined && hunks.length === 0) {
    return missing(`The commit changed nothing in lines ${range(lines)} of ${file.path}.`)
  }
  if (quote === undefined) {
    return lines === undefined
      ? missing(`Neither lines nor a quote say which change of ${file.path} is meant. Give one of them.`)
      : { found: true }
  }
  return hunks.some((hunk) => isInHunk(file, hunk, quote))
    ? { found: true }
    : missing(
        `${shown(quote)} is in no line that the commit added to or removed from ${file.path}. Quote changed lines.`,
      )
}

/** Whether a quote includes a changed line, with or without the diff's line prefixes. */
function isInHunk(file: ChangedFile, hunk: DiffHunk, quote: string): boolean {
  const removed = spanLines(file.before, hunk.old)
  const added = spanLines(file.after, hunk.new)
  const lead = file.after?.lines.slice(Math.max(0, firstIndex(hunk.new) - HUNK_CONTEXT), firstIndex(hunk.new)) ?? []
  const end = firstIndex(hunk.new) + hunk.new.count
  const tail = file.after?.lines.slice(end, end + HUNK_CONTEXT) ?? []
  const plain = quote.replace(/^[+\- ]/gm, '')
  return [removed, added, [...removed, ...added]].some((changed) =>
    [quote, plain].some((text) => {
      const at = locateQuote([...lead, ...changed, ...tail], text)
      return at !== undefined && at.start < lead.length + changed.length && at.end >= lead.length
    }),
  )
}

function spanLines(text: FileText | undefined, span: DiffHunk['new']): readonly string[] {
  return text?.lines.slice(firstIndex(span), firstIndex(span) + span.count) ?? []
}

function isWithin({ start, end }: LineRange, count: number): boolean {
  return start >= 1 && start <= end && end <= count
}

function unchanged(file: string): EvidenceVerdict {
  return missing(`The commit did not change ${file}. Cite its lines as file_lines, or a file that it changed.`)
}

function missing(reason: string): EvidenceVerdict {
  return { found: false, reason }
}

function shown(quote: string): string {
  return JSON.stringify(quote.length > 120 ? `${quote.slice(0, 117)}...` : quote)
}

function range({ start, end }: LineRange): string {
  return `${start}-${end}`
}
