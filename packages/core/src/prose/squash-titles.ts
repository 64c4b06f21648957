import { isAboutText } from './about-text.ts'
import { isArgument } from './is-argument.ts'
import { lineKind } from './line-kind.ts'
import type { MessageBlock } from './message-blocks.ts'

/** Maximum number of characters of a title. */
const MAX_TITLE = 160
/** Maximum number of words of a title that is assumed to give no reason. */
const MAX_NAME_WORDS = 8
const CHORE =
  /^\* (?:(?:docs?|tests?|chore|style|ci|build|lint|deps)(?:\([^)]*\))?!?: |(?:merge|revert|bump|update)\b|(?:fixup|squash|amend)! )|\b(?:tests?|testing|review)\b/i

/**
 * Returns the lines of a body that are subjects of commits which a forge squashed into one: items marked with an
 * asterisk, each on a line between blank ones, under a subject with a pull request number. They list intermediate
 * steps, some of them undone later, and belong to no sentence. Subjects that give a reason are not returned. Empty when
 * an item of the list spans several lines, because then a person wrote the list.
 */
export function squashTitles(first: string, body: readonly string[]): ReadonlySet<number> {
  if (!/\(#\d+\)\s*$/.test(first)) return new Set()
  const items = [...body.keys()].filter((index) => /^\* \S/.test(body[index] ?? ''))
  const isTitle = (index: number): boolean =>
    isApart(body[index - 1]) && isApart(body[index + 1]) && (body[index] ?? '').length <= MAX_TITLE
  const onlyNames = (index: number): boolean => {
    const line = body[index] ?? ''
    return CHORE.test(line) || line.split(/\s+/).length <= MAX_NAME_WORDS || !isArgument(line)
  }
  return new Set(items.every(isTitle) ? items.filter(onlyNames) : [])
}

/** Returns whether a block of a message is the subject of a commit that a forge squashed into it. */
export function isSquashTitle({ kind, text }: Pick<MessageBlock, 'kind' | 'text'>): boolean {
  return kind === 'heading' && text.startsWith('* ')
}

/** Minimum number of words of a title that says more than what it changed. */
const MIN_INFORMATIVE_WORDS = 4

/** Returns whether the title of a squashed commit says what was done to code, in more words than a name has. */
export function isInformativeTitle(title: string): boolean {
  const words = title.replace(/^\* (?:\w+(?:\([^)]*\))?!?: )?/, '').split(/\s+/)
  return !CHORE.test(title) && !isAboutText(title.slice(2)) && words.length >= MIN_INFORMATIVE_WORDS
}

/** The title of a squashed commit that is not about code. */
const NON_CODE_TITLE = /^\* (?:docs?|tests?|style|ci|lint)(?:\([^)]*\))?!?: /i

/**
 * Returns the lines of a body, with the text below the titles of squashed commits about tests, documents, style or
 * checks blanked. Returns them unchanged when all titles are about those.
 */
export function withoutNonCodeCommits(body: readonly string[], titles: ReadonlySet<number>): readonly string[] {
  const beside = new Set([...titles].filter((index) => NON_CODE_TITLE.test(body[index] ?? '')))
  if (beside.size === titles.size) return body
  let isBeside = false
  return body.map((line, index) => {
    if (!titles.has(index) && !/^\* \S/.test(line)) return isBeside ? '' : line
    isBeside = beside.has(index)
    return line
  })
}

function isApart(line: string | undefined): boolean {
  return line === undefined || ['blank', 'template', 'underline'].includes(lineKind(line))
}
