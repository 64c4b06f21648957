import {
  completeRegion,
  formatTimestamp,
  normalizeRegionPath,
  omitEmpty,
  omitUndefined,
  isJsonObject,
  parseJson,
  type Annotation,
  type CommitId,
  type NotesRef,
  type Region,
  type JsonObject,
} from '@chronicle/schema'
import { commitTime } from '../contracts/commit-time.ts'
import { encode } from './note-values.ts'
import { sha1 } from './sha1.ts'

/*
 * git-appraise stores review comments as notes, one JSON object per line, on the commit where the review began. A
 * comment is about that commit, or about a file or lines of the commit that its `location` names; `parent` is the SHA-1
 * of the comment that it answers.
 */

/** The ref in which git-appraise stores comments. */
export const APPRAISE_REF: NotesRef = 'refs/notes/devtools/discuss' as NotesRef

/** A comment and the commit it is about. */
export interface AppraiseComment {
  readonly id: string
  readonly commit: CommitId
  readonly author: string
  /** Seconds since the epoch. Absent when the comment has no time, or one after the year 9999. */
  readonly time?: number
  readonly parent?: string
  readonly file?: string
  readonly lines?: { readonly start: number; readonly end: number }
  readonly description: string
  readonly resolved?: boolean
}

/** Whether a JSON object is a comment of git-appraise. */
export function isAppraiseComment(value: JsonObject): boolean {
  const { timestamp, author, description, location, parent, resolved } = value
  const says = [description, location, parent, resolved].some((part) => part !== undefined)
  return typeof timestamp === 'string' && typeof author === 'string' && says && value['$schema'] === undefined
}

/**
 * Parses one line. `on` is the commit whose note contains it. `undefined` when it is not a comment, or is about no
 * commit.
 */
export function readComment(line: string, on: CommitId | undefined): AppraiseComment | undefined {
  const value = parseJson(line)
  if (!isJsonObject(value) || !isAppraiseComment(value)) return undefined
  const location = isJsonObject(value['location']) ? value['location'] : {}
  const commit = typeof location['commit'] === 'string' ? (location['commit'] as CommitId) : on
  if (commit === undefined) return undefined
  const time = Number(value['timestamp'])
  const file = typeof location['path'] === 'string' ? normalizeRegionPath(location['path']) : undefined
  const lines = isJsonObject(location['range']) ? linesOf(location['range']) : undefined
  const { parent, resolved, description } = value
  return {
    id: sha1(encode(line)),
    commit,
    author: String(value['author']),
    ...(time > 0 && commitTime(time) !== undefined && { time }),
    ...(typeof parent === 'string' && { parent }),
    ...omitUndefined({ file }),
    ...(file !== undefined && lines !== undefined && { lines }),
    description: typeof description === 'string' ? description.trim() : '',
    ...(typeof resolved === 'boolean' && { resolved }),
  }
}

function linesOf({ startLine, endLine }: JsonObject): AppraiseComment['lines'] {
  if (typeof startLine !== 'number' || !Number.isInteger(startLine) || startLine < 1) return undefined
  const end = typeof endLine === 'number' && Number.isInteger(endLine) && endLine >= startLine ? endLine : startLine
  return { start: startLine, end }
}

/**
 * Converts the threads of a review into annotations, one for each commit: one region for each comment that begins a
 * thread, with the answers in order as its reasoning. Threads whose first comment has no text are omitted.
 */
export function annotationsOfComments(comments: readonly AppraiseComment[]): readonly Annotation[] {
  const byId = new Map(comments.map((comment) => [comment.id, comment]))
  const rootOf = (comment: AppraiseComment): AppraiseComment => {
    const seen = new Set<string>()
    let root = comment
    while (root.parent !== undefined && !seen.has(root.id)) {
      seen.add(root.id)
      const parent = byId.get(root.parent)
      if (parent === undefined) break
      root = parent
    }
    return root
  }
  const threads = new Map<AppraiseComment, AppraiseComment[]>()
  const ordered = [...byId.values()].sort((a, b) => (a.time ?? 0) - (b.time ?? 0) || (a.id < b.id ? -1 : 1))
  for (const comment of ordered) {
    const root = rootOf(comment)
    const thread = threads.get(root) ?? []
    if (comment !== root) thread.push(comment)
    threads.set(root, thread)
  }
  const regions = new Map<CommitId, Region[]>()
  for (const [root, answers] of threads) {
    if (root.description === '') continue
    regions.set(root.commit, [...(regions.get(root.commit) ?? []), regionOf(root, answers)])
  }
  return [...regions].map(([commit, found]) => ({
    commit,
    timestamp:
      found
        .map(({ recorded }) => recorded?.at ?? '')
        .sort()
        .at(-1) ?? '',
    summary: '',
    context_level: 'enhanced',
    regions: found,
    cross_cutting: [],
    provenance: { operation: 'initial', derived_from: [], original_annotations_preserved: false },
    read_from: [],
  }))
}

function regionOf(root: AppraiseComment, answers: readonly AppraiseComment[]): Region {
  const remarks = answers.filter(({ description }) => description !== '')
  const reasoning = remarks.map(({ author, description }) => `${author}: ${description}`).join('\n\n')
  const resolved = [root, ...answers].findLast((comment) => comment.resolved !== undefined)?.resolved
  const state = resolved === undefined ? [] : [resolved ? 'resolved' : 'open']
  return completeRegion({
    ...omitUndefined({ file: root.file, lines: root.lines }),
    intent: root.description,
    ...omitEmpty({ reasoning }),
    tags: ['review', ...state],
    recorded: {
      by: root.author,
      at: formatTimestamp((root.time ?? 0) * 1000),
      with: 'git-appraise',
    },
  })
}
