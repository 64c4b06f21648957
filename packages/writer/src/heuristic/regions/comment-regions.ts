import { ok, omitUndefined, safeTry, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { AstUnit, CallOptions, GitError, Outline } from '@chronicle/core/contracts'
import type { CommitContext } from '../../commit-context.ts'
import { fileRole, isGenerated, joinedWords } from '@chronicle/core/text'
import { addedClaims, type AddedClaim } from '../comments/added-claims.ts'
import { bindsEditors } from '../comments/binds-editors.ts'
import type { CommentClaim } from '../comments/classify-sentence.ts'
import { isTestUnit, unitOfLines } from '../places/unit-of-lines.ts'
import type { Drafts } from './draft-region.ts'
import { addsWholeComponent } from './adds-whole-component.ts'

/**
 * Claims that bind whoever changes the code are recorded, in case the comment is removed. A reason or a remark stays
 * beside its code, and disappears with it.
 */
const BINDING: ReadonlySet<CommentClaim> = new Set(['rule', 'sync'])

/** Adds the rules of new comments to the drafts of their places. */
export function findCommentClaims(
  subject: string,
  context: CommitContext,
  drafts: Drafts,
  call: CallOptions | undefined,
): ResultAsync<void, GitError> {
  return safeTry(async function* () {
    if (addsWholeComponent(context)) return ok(undefined)
    for (const file of context.files) {
      const role = fileRole(file.path)
      if ((role !== 'code' && role !== 'config') || file.after === undefined || isGenerated(file.after.text)) continue
      // A claim that repeats the subject adds nothing to the log.
      const claims = addedClaims(
        file,
        context,
        ({ claim, comment, doc, text }) =>
          BINDING.has(claim) &&
          !namesItem(file.after?.lines[comment.start - 1] ?? '') &&
          (claim === 'sync' || bindsEditors(text, doc)) &&
          !narratesExit(text, file.after?.lines[comment.end] ?? '') &&
          !subject.includes(joinedWords(text).replace(/\.$/, '')),
      )
      if (claims.length === 0) continue
      const { outline } = await context.outline(file.path, file.after, call)
      for (const claim of claims) {
        const unit = unitOfComment(outline, claim)
        if (unit !== undefined && isTestUnit(unit)) continue
        const isAboveUnit = unit !== undefined && unit.lines.start > claim.comment.end
        if (pointsBeside(claim.text) && !claim.doc && !isAboveUnit) continue
        const lines = unit?.lines ?? claim.comment
        const draft = drafts.at({ file, lines, ...omitUndefined({ unit }) })
        draft.evidence.push({ kind: 'file_lines', file: file.path, lines: claim.lines, quote: claim.text })
        const target = yield* claim.claim === 'sync' ? await namedFile(claim, context, call) : ok(undefined)
        if (target !== undefined) draft.dependencies.push({ file: target, nature: claim.text })
        draft.constraints.push(claim.text)
      }
    }
    return ok(undefined)
  })
}

/** Whether a line is one list item, such as the name of a check. A comment beside it describes that item. */
function namesItem(line: string): boolean {
  return /^\s*(["'])[^"']*\1,?\s*(?:#|\/\/)/.test(line)
}

/**
 * Whether a text refers to the line beside it with a pronoun, so that it means nothing elsewhere: `This must go last`.
 */
function pointsBeside(text: string): boolean {
  return /^\W*(?:\w+: )?(?:these|it|they|this(?! (?:file|module|package|function|method|class|type|struct|script|test)\b)) /i.test(
    text,
  )
}

/** Whether a text says what the code does not do because it leaves: `Don't call the others` above `return`. */
function narratesExit(text: string, below: string): boolean {
  return /^(?:do not|don't|never)\b/i.test(text) && /^\s*(?:return|continue|break|throw|raise|pass)\b/.test(below)
}

/**
 * Returns the unit that contains a comment or follows directly. For a trailing comment, only the unit that contains it.
 */
function unitOfComment(outline: Outline | undefined, { comment, trailing }: AddedClaim): AstUnit | undefined {
  const unit = unitOfLines(outline, comment)
  if (!trailing || outline === undefined || unit === undefined || unit.lines.start <= comment.end) return unit
  return unitOfLines({ ...outline, units: outline.units.filter(({ lines }) => lines.start <= comment.end) }, comment)
}

/** Returns a file of the repository that a comment about keeping in sync names. */
function namedFile(
  { text, file }: AddedClaim,
  context: CommitContext,
  call: CallOptions | undefined,
): ResultAsync<string | undefined, GitError> {
  return safeTry(async function* () {
    const folder = file.path.slice(0, file.path.lastIndexOf('/') + 1)
    for (const [name] of text.matchAll(/[\w@-][\w./@-]*\.[A-Za-z]{1,5}\b/g)) {
      for (const path of [name, `${folder}${name}`]) {
        if (path === file.path || path.includes('..')) continue
        const found = yield* context.readFile(path as RepoPath, call)
        if (found !== undefined) return ok(path)
      }
    }
    return ok(undefined)
  })
}
