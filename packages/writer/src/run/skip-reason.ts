import type { Commit, CommitChanges } from '@chronicle/core/contracts'
import type { ChangedFile, CommitContext } from '../commit-context.ts'
import { changeSize } from '../text/hunks.ts'
import { isLockFile } from '../text/is-lock-file.ts'
import { linesAt } from '../text/lines-at.ts'

/** Limits on the commits to write about. */
export interface SkipRules {
  /** Maximum number of added and removed lines, without those of generated files. Commits with more are skipped. */
  readonly maxDiffLines: number
}

/** Names of files that programs write. */
const GENERATED =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|go\.sum|gradle\.lockfile|[\w.-]+\.lock|yarn\.lock|pnpm-lock\.yaml|bun\.lockb)$|\.min\.(?:js|css)$|\.(?:snap|map|pb\.go|lock)$|_pb2?\.pyi?$|[._-]generated\.\w+$|(?:^|\/)(?:node_modules|vendor|third_party|__generated__|__snapshots__)\//i

/** Languages with significant indentation. */
const INDENTED = /\.(?:py|pyi|ya?ml|coffee|haml|pug|sass|slim|nim|fs|hs|elm|md|rst|mk)$|(?:^|\/)(?:GNU)?[Mm]akefile$/

/** Factor by which a commit with an explanation may be larger, because the explanation is about the whole. */
const LARGER_IF_EXPLAINED = 10
/** Minimum number of lines, without trailers, for a message body to count as an explanation. */
const MIN_EXPLANATION_LINES = 3

/** Returns why to skip a commit, as a sentence, judged without reading any file. */
export function skipByChanges(
  commit: Commit,
  { files }: CommitChanges,
  { maxDiffLines }: SkipRules,
): string | undefined {
  if (files.length === 0) {
    return commit.parents.length > 1 ? 'It is a merge that changed nothing itself.' : 'It changed no file.'
  }
  const written = files.filter(({ newPath, oldPath }) => !GENERATED.test(newPath ?? oldPath ?? ''))
  const explained = isExplained(commit)
  // Why a dependency's version is kept or changed is only in the message.
  if (written.length === 0 && !(explained && files.some(({ newPath }) => isLockFile(newPath ?? ''))))
    return 'It changed nothing but generated files, such as lock files.'
  if (written.length > 0 && written.every(({ kind }) => kind === 'submodule')) return 'It only moved submodules.'
  if (!explained && written.every(({ hunks, status }) => hunks.length === 0 && status === 'renamed'))
    return 'It only renamed files.'
  if (!explained && written.every(({ hunks }) => hunks.length === 0)) return 'It changed no line of text.'
  const lines = written.reduce((sum, file) => sum + changeSize(file), 0)
  const most = explained ? maxDiffLines * LARGER_IF_EXPLAINED : maxDiffLines
  if (lines > most)
    return `It changed ${lines} lines, more than the ${most} that are looked at (chronicle.maxDiffLines is ${maxDiffLines}).`
  return undefined
}

/** The same, judged by the lines: changes of white space, formatting or version numbers. */
export function skipByContent({ commit, files }: CommitContext): string | undefined {
  const changed = files.filter(({ hunks, path }) => hunks.length > 0 && !GENERATED.test(path))
  if (changed.length === 0 || changed.some(({ status, kind }) => status === 'added' || status === 'deleted' || kind)) {
    return undefined
  }
  // An explained change of formatting is worth recording.
  if (isExplained(commit)) return undefined
  const pairs = changed.map((file) => ({ path: file.path, sides: sidesOf(file) }))
  const same = (normal: (text: string, path: string) => string): boolean =>
    pairs.every(({ path, sides }) => sides?.every(([old, now]) => normal(old, path) === normal(now, path)) ?? false)
  if (same(withoutSpace)) return 'It changed white space only.'
  if (same((text, path) => formatted(withoutSpace(text, path)))) return 'It changed formatting only.'
  if (isShort(commit) && same((text) => text.replace(VERSION, 'version'))) return 'It changed version numbers only.'
  return undefined
}

const VERSION = /\d+\.\d+(?:\.\d+)*(?:[-+.][\w.]+)?/g

/**
 * Whether the message has no body except trailers, or was written by a program, so that it gives no reason for the
 * version.
 */
function isShort(commit: Commit): boolean {
  return bodyOf(commit.message).length === 0 || isByProgram(commit)
}

function isByProgram({ author }: Commit): boolean {
  return /\[bot\]|dependabot|renovate/i.test(`${author.name} ${author.email}`)
}

/** Whether a person says more about a commit than what it did. */
function isExplained(commit: Commit): boolean {
  return bodyOf(commit.message).length >= MIN_EXPLANATION_LINES && !isByProgram(commit)
}

/** Returns the lines below the subject, without blank lines and trailers. */
function bodyOf(message: string): readonly string[] {
  return message
    .trim()
    .split('\n')
    .slice(1)
    .filter((line) => !/^[\w-]+: |^\s*$/.test(line))
}

/** Returns the old and new text of each hunk; `undefined` if a side is unknown. */
function sidesOf({ before, after, hunks }: ChangedFile): readonly (readonly [string, string])[] | undefined {
  if (before === undefined || after === undefined) return undefined
  const [old, now] = [
    linesAt(
      before.text,
      hunks.map((hunk) => hunk.old),
    ),
    linesAt(
      after.text,
      hunks.map((hunk) => hunk.new),
    ),
  ]
  return hunks.map((_, index) => [(old[index] ?? []).join('\n'), (now[index] ?? []).join('\n')])
}

function withoutSpace(text: string, path: string): string {
  if (!INDENTED.test(path)) return text.replace(/\s+/g, '')
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .join('\n')
}

/** Normalises the kind of quotes, and commas and semicolons at line ends. */
function formatted(text: string): string {
  return text.replace(/[;,](?=[\])}\n]|$)/g, '').replace(/['`]/g, '"')
}
