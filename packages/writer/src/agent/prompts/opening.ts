import { dataBlock } from '@chronicle/core/text'
import type { ChangedFile } from '../../commit-context.ts'
import { boundLines } from '../bounded-lines.ts'
import type { Findings } from '../findings.ts'
import { hasChangedText } from '../has-changed-text.ts'
import { describeChange } from '../render-diff.ts'
import type { Session } from '../session.ts'
import { describeDiscussions } from './describe-discussions.ts'

/** Maximum number of tokens of findings by rules. */
const MAX_FOUND_TOKENS = 1500
/** Maximum number of tokens of review discussions. `get_commit_info` returns the rest. */
const MAX_DISCUSSION_TOKENS = 3000

/** The part of a commit that a conversation is about, starting at 1. */
export interface PartNumber {
  readonly number: number
  readonly count: number
}

/** Returns the first message of a conversation. */
export function openingPrompt(session: Session, part: PartNumber | undefined): string {
  const changed = fileList('changed files', session.files, session.limits.maxResultTokens, session)
  const files = [changed, unshownList(session), discussionList(session), foundList(session)]
    .filter((block) => block !== '')
    .join('\n')
  const task = `Examine commit ${session.context.commit.id} and record what is worth knowing about it.`
  if (part === undefined) return `${task}\n${files}`
  return `${task}\nIt is large: this is part ${part.number} of ${part.count}, with the files below. The other parts are examined separately.\n${files}`
}

/** Returns the first message of the conversation after all parts were examined. */
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

/** Sent once, when a model ends without a result. */
export const REMINDER =
  'You ended without recording anything. If there is something that a reader should know, call emit_annotation, with evidence that can be looked up. If not, call nothing_to_record with the reason.'

/** Sent when an answer was cut off at the token limit. */
export const CUT_OFF =
  'Your answer was cut off because it was too long. What was recorded stays. Go on with what is missing: one call at a time, in few words.'

function fileList(name: string, files: readonly ChangedFile[], maxTokens: number, { tokens }: Session): string {
  const bounded = boundLines(files.map(describeChange), 0, maxTokens, tokens)
  const more = bounded.next === undefined ? '' : `\nand ${files.length - bounded.next} more`
  return dataBlock(name, `${bounded.lines.join('\n')}${more}`)
}

/** Lists changed files without text to show, because they are part of the change too. */
function unshownList(session: Session): string {
  const unshown = session.context.files.filter((file) => !hasChangedText(file))
  if (unshown.length === 0) return ''
  return fileList('changed files without text to look at', unshown, session.limits.maxResultTokens / 4, session)
}

/** Formats what people said about the change in review. */
function discussionList({ context, files, limits, tokens }: Session): string {
  const lines = describeDiscussions(context.discussions, new Set(files.map(({ path }) => path)))
  if (lines.length === 0) return ''
  const bounded = boundLines(lines, 0, Math.min(MAX_DISCUSSION_TOKENS, limits.maxResultTokens / 2), tokens)
  const cut = bounded.next === undefined ? '' : '\n[cut]'
  return `This was said where the change was reviewed. Cite it as discussion, with its address as url. Only what was settled is a reason: not questions, proposals that were refused, or jokes.\n${dataBlock('discussion', `${bounded.lines.join('\n')}${cut}`)}`
}

/** Formats what rules found in the commit's texts, with the places. */
function foundList({ files, found, limits, tokens }: Session): string {
  const paths = new Set<string>(files.map(({ path }) => path))
  const lines = (found ?? [])
    .filter(({ file }) => file === undefined || paths.has(file))
    .flatMap((region) => [
      `${region.file ?? 'the commit'}${region.ast_anchor === undefined ? '' : `:${region.ast_anchor.name}`}`,
      ...region.constraints.map(({ text }) => `  must hold: ${oneLine(text)}`),
      ...(region.risk_notes === undefined ? [] : [`  risk: ${oneLine(region.risk_notes)}`]),
      ...region.rejected_alternatives.map(
        ({ approach, reason }) => `  rejected: ${oneLine(approach)} (${oneLine(reason)})`,
      ),
      ...region.evidence.map(({ kind, file, lines: at, quote, url }) => {
        const where =
          file === undefined
            ? url === undefined
              ? ''
              : ` ${url}`
            : ` ${file}${at === undefined ? '' : `:${at.start}`}`
        return `  evidence ${kind}${where}${quote === undefined ? '' : `: ${JSON.stringify(quote)}`}`
      }),
    ])
  if (lines.length === 0) return ''
  const bounded = boundLines(lines, 0, Math.min(MAX_FOUND_TOKENS, limits.maxResultTokens / 2), tokens)
  return `Rules found this in the words of the commit. It can be cited as it stands; say it where it belongs, and more where there is more.\n${dataBlock('found by rules', bounded.lines.join('\n'))}`
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}
