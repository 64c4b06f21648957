import type { ImportReceipt } from '@chronicle/schema'
import { oneLine } from '../host/one-line.ts'

/** Maximum number of skipped records, and of remapped commits, that a receipt lists. */
const MAX_NAMED = 10

/** Formats the receipt of an `import` for people. */
export function formatImport(receipt: ImportReceipt): string {
  const { dry_run: dry, notes_ref: ref, read, written, unchanged, remapped, skipped } = receipt
  const sources = [
    counted(read.chronicle, 'exported document'),
    counted(read.agent_trace, 'agent-trace record'),
    counted(read.git_appraise, 'comment', ' of git-appraise'),
  ].filter((text) => text !== undefined)
  const total = read.chronicle + read.agent_trace + read.git_appraise
  const lines = [
    total === 0 ? 'Nothing was read that can be imported.' : `Read ${sources.join(', ')}.`,
    `${dry === true ? 'Would write' : 'Wrote'} the notes of ${counted(written, 'commit') ?? '0 commits'} in ${ref}${unchanged === 0 ? '' : `; ${unchanged} had all of it already`}.`,
    ...named(remapped, ({ from, to }) => `  ${from.slice(0, 12)} is ${to.slice(0, 12)} here: the same change`),
    ...(skipped.length === 0 ? [] : [`Skipped ${counted(skipped.length, 'record')}:`]),
    ...named(skipped, ({ line, commit, reason }) => {
      const place = [...(line === 0 ? [] : [`line ${line}`]), ...(commit === undefined ? [] : [commit.slice(0, 12)])]
      return `  ${oneLine(`${place.join(', ')}: ${reason}`)}`
    }),
  ]
  return `${lines.join('\n')}\n`
}

function named<T>(list: readonly T[], line: (each: T) => string): readonly string[] {
  const rest = list.length - MAX_NAMED
  return [...list.slice(0, MAX_NAMED).map(line), ...(rest > 0 ? [`  and ${rest} more; --json has all`] : [])]
}

function counted(count: number, what: string, after = ''): string | undefined {
  return count === 0 ? undefined : `${count} ${what}${count === 1 ? '' : 's'}${after}`
}
