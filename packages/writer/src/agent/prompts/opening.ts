import type { ChangedFile } from '../../commit-context.ts'
import { boundLines } from '../bounded-lines.ts'
import { dataBlock } from '../data-block.ts'
import type { Findings } from '../findings.ts'
import { describeChange } from '../render-diff.ts'
import type { Session } from '../session.ts'

/** Which part of a commit a conversation is about, from 1. */
export interface PartNumber {
  readonly number: number
  readonly count: number
}

/** What the model is asked for at first. */
export function openingPrompt(session: Session, part: PartNumber | undefined): string {
  const files = fileList(session.files, session)
  const task = `Examine commit ${session.context.commit.id} and record what is worth knowing about it.`
  if (part === undefined) return `${task}\n${files}`
  return `${task}\nIt is large: this is part ${part.number} of ${part.count}, with the files below. The other parts are examined separately.\n${files}`
}

/** What is asked when all parts were examined one by one. */
export function closingPrompt(session: Session, found: Findings, parts: number): string {
  const lines = found
    .regions()
    .flatMap(({ file, ast_anchor: anchor, intent, constraints, evidence }) => [
      `${file ?? ''}${anchor === undefined ? '' : `:${anchor.name}`}: ${oneLine(intent)}`,
      ...constraints.map(({ text }) => `  must hold: ${oneLine(text)}`),
      ...evidence.flatMap(({ kind, quote }) => (quote === undefined ? [] : [`  ${kind}: ${JSON.stringify(quote)}`])),
    ])
  const { limits, tokens } = session
  const bounded = boundLines(lines, 0, limits.maxResultTokens, tokens)
  return `Commit ${session.context.commit.id} was examined in ${parts} parts. This was recorded:
${dataBlock('annotations', bounded.lines.join('\n'))}
Which of these places, or others that the commit changed, must change together although they were in different parts? Record only that. If there are none, say that there is nothing to record.`
}

/** Asked once, when a model ends without a result. */
export const REMINDER =
  'You ended without recording anything. If there is something that a reader should know, call emit_annotation, with evidence that can be looked up. If not, call nothing_to_record with the reason.'

function fileList(files: readonly ChangedFile[], { limits, tokens }: Session): string {
  const bounded = boundLines(files.map(describeChange), 0, limits.maxResultTokens, tokens)
  const more = bounded.next === undefined ? '' : `\nand ${files.length - bounded.next} more`
  return dataBlock('changed files', `${bounded.lines.join('\n')}${more}`)
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}
