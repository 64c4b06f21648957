import { err, ok, type Annotation } from '@chronicle/schema'
import { neutralise } from '@chronicle/core/text'
import * as z from 'zod'
import { findChanged, openFile } from '../accept/find-file.ts'
import { defineTool, type AgentTool } from './agent-tool.ts'
import { describeCommit } from './describe-commit.ts'
import { showLines } from './show-lines.ts'

/** Earlier annotations of all files together cost a model no more than this, in tokens of one result (002). */
const MAX_RECENT_TOKENS = 2000

/** The commit beside its changes. */
export const getCommitInfo: AgentTool = defineTool({
  name: 'get_commit_info',
  description: 'Commit message, author, time, parents, and what the author said beside the message.',
  input: z.object({ from: z.exactOptional(z.int().min(1)).describe('Line to go on from. Default 1.') }),
  run: async ({ from = 1 }, session) => {
    const rest = (next: number): string => `get_commit_info with from ${next + 1}`
    return showLines(describeCommit(session.context), { source: 'commit', from: from - 1, rest }, session)
  },
})

/** What was recorded about a file before. */
export const getRecentAnnotations: AgentTool = defineTool({
  name: 'get_recent_annotations',
  description: 'What was recorded about a file on earlier commits, newest first: to link to, and not to repeat.',
  input: z.object({
    file: z.string().min(1).describe('Path from the repository root.'),
    n: z.exactOptional(z.int().min(1).max(100)).describe('How many at most.'),
  }),
  run: async ({ file, n }, session) => {
    const { context, limits, call } = session
    const changed = findChanged(file, context)
    const opened = changed.isErr() ? await openFile(file, session) : undefined
    if (opened?.isErr() === true) return err(opened.error)
    const path = changed.isOk() ? changed.value.path : opened?.isOk() === true ? opened.value.path : undefined
    if (path === undefined) return ok('There are none.')
    const limit = Math.min(n ?? limits.recentAnnotations, limits.recentAnnotations)
    const recent = await context.recentAnnotations(path, limit, call)
    if (recent.isErr()) return err({ failed: recent.error })
    const entries = recent.value.slice(0, limit)
    if (entries.length === 0) return ok(`No earlier annotation speaks of ${path}.`)
    for (const { commit } of entries) session.findings.shownCommits.add(commit)
    const lines = entries.flatMap(({ commit, annotation }) => describeAnnotation(commit, annotation, path))
    const rest = (): string => 'ask for a smaller n'
    const bounded = {
      ...session,
      limits: { ...limits, maxResultTokens: Math.min(MAX_RECENT_TOKENS, limits.maxResultTokens) },
    }
    return showLines(lines, { source: `annotations of ${path}`, rest }, bounded)
  },
})

/** One text a line, so that no recorded text can pass for another entry. */
export function describeAnnotation(commit: string, annotation: Annotation, path: string): readonly string[] {
  const regions = annotation.regions.filter(({ file }) => file === undefined || file === path)
  return [
    `${commit}: ${neutralise(annotation.summary)}`,
    ...regions.flatMap(({ ast_anchor: anchor, intent, constraints, rejected_alternatives: rejected }) => [
      `  ${neutralise(anchor?.name ?? 'the file')}: ${neutralise(intent)}`,
      ...constraints.map(({ text, source }) => `    must hold (${source}): ${neutralise(text)}`),
      ...rejected.map(({ approach, reason }) => `    rejected: ${neutralise(approach)} (${neutralise(reason)})`),
    ]),
  ]
}
