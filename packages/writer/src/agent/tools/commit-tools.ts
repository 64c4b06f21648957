import { err, ok, parseRepoPath, safeTry, type Annotation, type Region } from '@chronicle/schema'
import { neutralise } from '@chronicle/core/text'
import * as z from 'zod'
import { findChanged } from '../accept/find-file.ts'
import { defineTool, type AgentTool } from './agent-tool.ts'
import { describeCommit } from './describe-commit.ts'
import { showLines } from './show-lines.ts'

/** Maximum number of tokens of a file's earlier annotations in one result. */
const MAX_RECENT_TOKENS = 2000

/** Shows the commit without its changes. */
export const getCommitInfo: AgentTool = defineTool({
  name: 'get_commit_info',
  description:
    'Commit message, author, time, parents, what the author said beside it, and the discussion of the change.',
  input: z.object({ from: z.exactOptional(z.int().min(1)).describe('Line to go on from. Default 1.') }),
  run: ({ from = 1 }, session) =>
    safeTry(async function* () {
      const rest = (next: number): string => `get_commit_info with from ${next + 1}`
      return showLines(describeCommit(session.context), { source: 'commit', from: from - 1, rest }, session)
    }),
})

/** Shows earlier annotations of a file. */
export const getRecentAnnotations: AgentTool = defineTool({
  name: 'get_recent_annotations',
  description: 'What was recorded about a file on earlier commits, newest first: to link to, and not to repeat.',
  input: z.object({
    file: z.string().min(1).describe('Path from the repository root.'),
    n: z.exactOptional(z.int().min(1).max(100)).describe('How many at most.'),
  }),
  run: ({ file, n }, session) =>
    safeTry(async function* () {
      const { context, limits, call } = session
      const changed = findChanged(file, context)
      const parsed = parseRepoPath(file)
      if (parsed.isErr()) return err({ refused: parsed.error.message })
      // A deleted file may have annotations too.
      const path = changed.isOk() ? changed.value.path : parsed.value
      const limit = Math.min(n ?? limits.recentAnnotations, limits.recentAnnotations)
      const recent = await context.recentAnnotations(path, limit, call)
      if (recent.isErr()) return err({ failed: recent.error })
      const entries = recent.value.slice(0, limit)
      if (entries.length === 0) return ok(`No earlier annotation speaks of ${path}.`)
      for (const entry of entries) session.findings.show(entry)
      const lines = entries.flatMap(({ commit, annotation }) => describeAnnotation(commit, annotation, path))
      const rest = (): string => 'ask for a smaller n'
      const bounded = {
        ...session,
        limits: { ...limits, maxResultTokens: Math.min(MAX_RECENT_TOKENS, limits.maxResultTokens) },
      }
      return showLines(lines, { source: `annotations of ${path}`, rest }, bounded)
    }),
})

/**
 * Returns everything that an annotation says, with the regions of the file first. Each text is on one line, so that no
 * recorded text looks like another entry.
 */
export function describeAnnotation(commit: string, annotation: Annotation, path: string): readonly string[] {
  const { summary, task, regions, cross_cutting: concerns } = annotation
  const here = regions.filter(({ file }) => file === undefined || file === path)
  const elsewhere = regions.filter((region) => !here.includes(region))
  return [
    `${commit}: ${neutralise(summary)}`,
    ...(task === undefined ? [] : [`  task: ${neutralise(task)}`]),
    ...here.flatMap((region) => describeRegion(region, region.ast_anchor?.name ?? 'the file')),
    ...elsewhere.flatMap((region) => {
      const place = [region.file ?? '', ...(region.ast_anchor === undefined ? [] : [region.ast_anchor.name])].join(':')
      return describeRegion(region, place)
    }),
    ...concerns.map(
      ({ description, regions: places }) =>
        `  must change together: ${neutralise(`${places.join(', ')}: ${description}`)}`,
    ),
  ]
}

function describeRegion(region: Region, place: string): readonly string[] {
  const line = (name: string, text: string | undefined): readonly string[] =>
    text === undefined || text === '' ? [] : [`    ${name}: ${neutralise(text)}`]
  return [
    `  ${neutralise(place)}: ${neutralise(region.intent)}`,
    ...line('reasoning', region.reasoning),
    ...region.constraints.flatMap(({ text, source }) => line(`must hold (${source})`, text)),
    ...region.rejected_alternatives.flatMap(({ approach, reason }) => line('rejected', `${approach} (${reason})`)),
    ...region.semantic_dependencies.flatMap(({ file, anchor, nature }) =>
      line('relies on', `${file}${anchor === '' ? '' : `:${anchor}`} (${nature})`),
    ),
    ...region.related_annotations.flatMap(({ commit, anchor, relationship }) =>
      line('linked to', `${commit} ${anchor} (${relationship})`),
    ),
    ...line('risk', region.risk_notes),
    ...line('tags', region.tags.join(', ')),
  ]
}
