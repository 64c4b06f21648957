import { omitUndefined, type CommitId, type Region } from '@chronicle/schema'
import { neutralise } from '@chronicle/core/text'
import { regionId } from '@chronicle/core/review'
import { quoteWord } from '@chronicle/core/review'

/** Maximum length of a value in a command, in characters. A longer one must be copied from the note. */
const LONGEST_VALUE = 200

/** Formats `git chronicle …`, quoted for a shell. */
export function chronicleCommand(...words: readonly string[]): string {
  return ['git', 'chronicle', ...words].map(quoteWord).join(' ')
}

/** Returns the arguments that select a region of an annotation. */
function regionWords({ file, ast_anchor: anchor }: Region): readonly string[] {
  return [...(file === undefined ? [] : ['--file', file]), ...(anchor === undefined ? [] : ['--region', anchor.name])]
}

/** Returns a command that flags a region without changing it; `undefined` for a region without a file. */
export function flagCommand(commit: CommitId, region: Region, reason: string): string | undefined {
  const { ast_anchor: anchor, corrections, file } = region
  if (file === undefined) return undefined
  const id = corrections.length === 0 ? ['--id', regionId(region)] : []
  const place = [file, ...(anchor === undefined ? [] : [anchor.name])]
  return chronicleCommand('flag', ...place, '--commit', commit.slice(0, 12), ...id, '--reason', reason)
}

/** Returns a command that states where the code is now. */
export function reattachCommand(commit: CommitId, region: Region): string {
  return chronicleCommand('reattach', commit.slice(0, 12), ...regionWords(region), '--to', 'PATH:UNIT')
}

/** Returns a command that removes a value from a field, or with `to` replaces it. */
export function correctCommand(
  commit: CommitId,
  region: Region | undefined,
  {
    field,
    value,
    to,
    reason,
  }: { readonly field: string; readonly value: string; readonly to?: string; readonly reason: string },
): string {
  const named = value.length > LONGEST_VALUE ? 'VALUE' : value
  return chronicleCommand(
    'correct',
    commit.slice(0, 12),
    ...(region === undefined ? [] : regionWords(region)),
    ...['--field', field],
    ...(to === undefined ? ['--remove', named] : ['--amend', named, '--with', to]),
    ...['--reason', reason],
  )
}

/** Formats recorded text for a message: on one line, shortened, in quotes. */
export function quoted(text: string): string {
  const line = neutralise(text.replace(/\s+/g, ' ').trim())
  return `"${line.length > 120 ? `${line.slice(0, 119)}…` : line}"`
}

/** Returns the place of a finding about a region. */
export function placeOf(
  commit: CommitId,
  { file, ast_anchor: anchor }: Region,
): {
  readonly commit: CommitId
  readonly path?: string
  readonly anchor?: string
} {
  return {
    commit,
    ...omitUndefined({ path: file, anchor: anchor?.name }),
  }
}
