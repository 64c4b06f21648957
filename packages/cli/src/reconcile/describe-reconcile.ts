import type { CommitId, LeftRegion, ReconcileReceipt, UnmatchedCommit } from '@chronicle/schema'
import type { ReceiptEntry, ReceiptPage } from '../correct/format-receipt.ts'
import { oneLine } from '../host/one-line.ts'
import { counted } from '../host/counted.ts'

/** Maximum number of matches and commits that are listed; a dry run lists all. */
const MAX_LISTED = 20

/** Describes the result of reconciling, for people. */
export function describeReconcile(receipt: ReconcileReceipt, subjects: ReadonlyMap<CommitId, string>): ReceiptPage {
  const { ambiguous, left, matches, unmatched, warnings } = receipt
  const named = (id: CommitId): string => oneLine(`${id.slice(0, 12)} ${subjects.get(id) ?? ''}`.trim())
  const all = receipt.dry_run === true
  const some = <T>(items: readonly T[]): readonly T[] => (all ? items : items.slice(0, MAX_LISTED))
  const carried = matches.filter(({ status }) => status === 'carried')
  const entries: ReceiptEntry[] = [
    ...some(carried).map(({ from, to, rule, why }): ReceiptEntry => ({
      mark: '+',
      text: `${named(to)} [${rule}]`,
      details: [...from.map((id) => `from ${named(id)}`), oneLine(why.join('; '))],
    })),
    ...rest(carried.length, all),
    ...some(ambiguous).map(({ commit, reason, candidates }): ReceiptEntry => ({
      mark: '!',
      text: `${named(commit)}: left alone, ${oneLine(reason)}`,
      details: candidates.map(({ commit: id, why }) => `${named(id)}: ${oneLine(why.join('; '))}`),
    })),
    ...rest(ambiguous.length, all),
    ...some(left).map((each): ReceiptEntry => ({ mark: '!', text: describeLeft(each, named), details: [] })),
    ...rest(left.length, all),
    ...some(unmatched).map(({ commit, reason, about }): ReceiptEntry => ({
      mark: '=',
      text: oneLine(`${commit.slice(0, 12)} ${about ?? ''}`.trim()),
      details: [UNMATCHED[reason]],
    })),
    ...rest(unmatched.length, all),
  ]
  return { headline: headlineOf(receipt), entries, warnings: warnings.map(({ message }) => oneLine(message)) }
}

function rest(count: number, all: boolean): readonly ReceiptEntry[] {
  const hidden = all ? 0 : count - MAX_LISTED
  return hidden > 0 ? [{ mark: '=', text: `and ${hidden} more (--format json lists all)`, details: [] }] : []
}

function headlineOf({
  ambiguous,
  dry_run: dryRun,
  lost,
  matches,
  notes_ref: ref,
  unmatched,
}: ReconcileReceipt): string {
  if (lost === 0 && matches.length === 0)
    return `Every commit with a note in ${ref} is on a branch, a tag or a working tree.`
  const carried = matches.filter(({ status }) => status === 'carried')
  const from = new Set(carried.flatMap((match) => match.from)).size
  const to = new Set(carried.map((match) => match.to)).size
  const verb = dryRun === true ? 'Would carry' : 'Carried'
  const done =
    from === 0
      ? 'Nothing to carry'
      : `${verb} what is recorded on ${counted(from, 'commit')} to ${counted(to, 'successor')}`
  const others = [
    ...(ambiguous.length === 0 ? [] : [`${ambiguous.length} not certain`]),
    ...(unmatched.length === 0 ? [] : [`${unmatched.length} without a known successor`]),
  ]
  return `${done}${others.length === 0 ? '' : `; ${others.join(', ')}`}.`
}

const UNMATCHED: Readonly<Record<UnmatchedCommit['reason'], string>> = {
  no_successor:
    'no commit was recognised as its successor: dropped, made by somebody else too, or edited a lot; its note stays',
  removed: 'the map of rewritten commits lists it as removed; its note stays',
  missing: 'the commit is not in this repository, so that only its note is left; fetch it, or give --commit-map',
  history_incomplete: 'may be beyond the edge of this shallow clone',
}

function describeLeft({ commit, to, reason, file, anchor }: LeftRegion, named: (id: CommitId) => string): string {
  const place = oneLine([file, anchor].filter((part) => part !== undefined).join(' '))
  switch (reason) {
    case 'code_gone':
      return `${named(to)}: the code of ${place || 'a region'} is not there; carried as it was`
    case 'unreadable':
      return `${named(commit)}: the note is no annotation, and ${to.slice(0, 12)} has one already; it stays`
    case 'target_missing':
      return `${named(commit)}: its successor ${to.slice(0, 12)} is not in this repository`
    case 'scrubbed':
      return `${named(commit)}: the annotation of ${to.slice(0, 12)} was scrubbed, so it receives nothing more`
  }
}
