import type { CommitId, StatedSentence, TranscriptReceipt } from '@chronicle/schema'
import { oneLine, showName } from '../../host/one-line.ts'
import { createPaint } from '../../host/paint.ts'
import { counted } from '../../host/counted.ts'

/** Maximum number of sentences shown per commit; the others are only counted. */
const MAX_SENTENCES_PER_COMMIT = 20
/** Number of characters of an id that are enough to identify it. */
const ID_LENGTH = 8

/** Formats what was stated, by commit, for people. */
export function formatTranscripts(receipt: TranscriptReceipt, { colour }: { readonly colour: boolean }): string {
  const paint = createPaint(colour)
  const lines: string[] = []
  const byCommit = new Map<CommitId, StatedSentence[]>()
  for (const each of receipt.statements) byCommit.set(each.commit, [...(byCommit.get(each.commit) ?? []), each])
  for (const [commit, sentences] of byCommit) {
    lines.push(`${paint('yellow', commit.slice(0, 12))} ${oneLine(sentences[0]?.subject ?? '')}`)
    for (const each of sentences.slice(0, MAX_SENTENCES_PER_COMMIT)) {
      const sign = each.known === true ? paint('gray', '=') : paint('green', '+')
      lines.push(`  ${sign} ${each.kind}: ${oneLine(each.text)}`, `      ${paint('gray', whereOf(each))}`)
    }
    if (sentences.length > MAX_SENTENCES_PER_COMMIT)
      lines.push(`  and ${sentences.length - MAX_SENTENCES_PER_COMMIT} more`)
  }
  return `${[...lines, ...(lines.length === 0 ? [] : ['']), summaryOf(receipt)].join('\n')}\n`
}

function whereOf({ file, ast_anchor: anchor, lines, source, said_at: at }: StatedSentence): string {
  const range = lines === undefined ? '' : `:${lines.start}-${lines.end}`
  const place = file === undefined ? 'the commit' : `${showName(file)}${range}`
  const [session = '', message = ''] = source.split('#')
  const [agent = '', id = ''] = [session.slice(0, session.indexOf(':')), session.slice(session.indexOf(':') + 1)]
  const timeText = at === undefined ? '' : `, ${at.slice(0, 16).replace('T', ' ')}`
  const name = anchor === undefined ? '' : ` ${showName(anchor.name)}`
  return `${place}${name} · ${agent} ${id.slice(0, ID_LENGTH)}#${message.slice(0, ID_LENGTH)}${timeText}`
}

function summaryOf(receipt: TranscriptReceipt): string {
  const { statements, status, transcripts, notes_ref: ref, secrets_removed: secrets, without_commit: idle } = receipt
  const commits = new Set(statements.map(({ commit }) => commit)).size
  const known = statements.filter((each) => each.known === true).length
  const found = `${counted(statements.length, 'statement')} on ${counted(commits, 'commit')} from ${counted(transcripts.read, 'transcript')}`
  const asides = [
    ...(known > 0 && status !== 'nothing_new' ? [`${known} recorded already`] : []),
    ...(idle > 0 ? [`${idle} about no commit`] : []),
    ...(secrets > 0 ? [`${counted(secrets, 'secret')} taken out`] : []),
  ]
  const aside = asides.length === 0 ? '' : ` (${asides.join(', ')})`
  switch (status) {
    case 'nothing_found':
      return transcripts.read === 0
        ? 'No transcript of Claude Code or Codex belongs to this repository. Those of another machine: --from DIR.'
        : `Nothing was stated about a commit in ${counted(transcripts.read, 'transcript')}${aside}.`
    case 'nothing_new':
      return `Nothing new: ${found} are in ${ref} already${aside}.`
    case 'stored':
      return `Stored in ${ref}: ${found}${aside}.`
    case 'shown':
      return receipt.dry_run === true
        ? `Would store ${found}${aside}.`
        : `Found ${found}${aside}. Nothing is stored yet. To store it, add --yes.`
  }
}
