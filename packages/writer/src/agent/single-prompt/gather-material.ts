import { ok, safeTry, type ResultAsync } from '@chronicle/schema'
import type { GitError } from '@chronicle/core/contracts'
import { dataBlock } from '@chronicle/core/text'
import { boundLines } from '../bounded-lines.ts'
import { describeChange, numberLines, renderDiff } from '../render-diff.ts'
import type { Session } from '../session.ts'
import { describeAnnotation } from '../tools/commit-tools.ts'
import { describeCommit } from '../tools/describe-commit.ts'

/** The material shown to a model without tools, and the files whose diff is incomplete. */
export interface Material {
  readonly text: string
  /** Files whose diff is missing or cut. */
  readonly shortened: readonly string[]
}

/** Shares of the prompt budget. */
const SHARES = { commit: 0.15, diff: 0.5, outlines: 0.1 } as const

const MAX_RECENT_TOKENS = 2000

/** Collects what the tools would show, most relevant first, within the budget of one prompt. */
export function gatherMaterial(session: Session): ResultAsync<Material, GitError> {
  return safeTry(async function* () {
    const { context, files, limits, tokens, call, findings } = session
    const blocks: string[] = []
    let left = limits.maxPromptTokens
    const add = (source: string, lines: readonly string[], budget: number): boolean => {
      if (lines.length === 0 || budget <= 0) return lines.length === 0
      const { lines: shown, next } = boundLines(lines, 0, Math.floor(budget), tokens)
      const block = dataBlock(source, [...shown, ...(next === undefined ? [] : ['[cut]'])].join('\n'))
      blocks.push(block)
      left -= tokens.count(block)
      return next === undefined
    }

    add('commit', describeCommit(context), left * SHARES.commit)
    const shortened: string[] = []
    const diffLimit = left - limits.maxPromptTokens * SHARES.diff
    for (const file of files) {
      if (!add(`diff of ${file.path}`, [describeChange(file), ...renderDiff(file)], left - diffLimit)) {
        shortened.push(file.path)
      }
    }
    const outlineLimit = left - limits.maxPromptTokens * SHARES.outlines
    for (const { path, after } of files) {
      if (after === undefined) continue
      const { outline } = await context.outline(path, after, call)
      const units = (outline?.units ?? []).map(({ type, name, lines }) => `${lines.start}-${lines.end} ${type} ${name}`)
      add(`outline of ${path}`, units, left - outlineLimit)
    }
    const recentLimit = left - Math.min(MAX_RECENT_TOKENS, left)
    for (const { path } of files) {
      const recent = yield* context.recentAnnotations(path, limits.recentAnnotations, call)
      const lines = recent.flatMap(({ commit, annotation }) => describeAnnotation(commit, annotation, path))
      if (add(`annotations of ${path}`, lines, left - recentLimit)) {
        for (const entry of recent) findings.show(entry)
      }
    }
    const bySize = files
      .flatMap(({ path, after }) => (after === undefined ? [] : [{ path, after }]))
      .sort((a, b) => a.after.text.length - b.after.text.length)
    for (const { path, after } of bySize) {
      const lines = numberLines(after.lines, 1, after.lines.length)
      if (tokens.count(lines.join('\n')) < left) add(path, lines, left)
    }
    return ok({ text: blocks.join('\n'), shortened })
  })
}
