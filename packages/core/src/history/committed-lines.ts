import { ok, safeTry, type BlobId, type LineRange, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { FileContent, GitError } from '../contracts/git-backend.ts'
import { createFileTexts } from '../place/file-texts.ts'
import type { LineHistoryDependencies } from './follow-lines.ts'
import type { LineHistoryRequest } from './line-history.ts'
import { toRange, toSpan, uniteSpans, withinSpan, type LineSpan } from './line-spans.ts'
import { linesBefore } from './narrow-edits.ts'

/** Lines of a state, located in the commit that the state is based on. */
export interface CommittedLines {
  /** The file in the commit. */
  readonly blob: BlobId
  /** Empty if the commit has none of the lines. */
  readonly spans: readonly LineSpan[]
  readonly name: string | undefined
  /** Lines of the state that were changed or added since the commit. Absent if there is no difference. */
  readonly uncommitted: readonly LineRange[] | undefined
}

/** Locates lines of a state in its commit. Returns `undefined` if one of them has no such file, or it is not a text. */
export function findCommittedLines(
  { at, committedPath, content, head, lines, name, path }: LineHistoryRequest,
  { git, lineMaps, pastAst }: Pick<LineHistoryDependencies, 'git' | 'lineMaps' | 'pastAst'>,
  call: CallOptions,
): ResultAsync<CommittedLines | undefined, GitError> {
  return safeTry(async function* () {
    const file = yield* content === undefined ? await git.readFile(at, path, call) : ok<FileContent, GitError>(content)
    if (file === undefined || file.kind === 'submodule') return ok(undefined)
    const spans = [toSpan(lines)]
    if (typeof at === 'object') return ok({ blob: file.id, spans, name, uncommitted: undefined })

    const texts = createFileTexts({ git, pastAst, call, report: () => undefined })
    const base = committedPath ?? path
    const blob = yield* texts.blobAt(head, base)
    if (blob === undefined) return ok(undefined)
    if (blob === file.id) return ok({ blob, spans, name, uncommitted: undefined })
    const text = texts.add(path, file)
    if (text === undefined) return ok(undefined)
    const before = { path: base, blob }
    const map = yield* (await lineMaps(base)).between(before, text, texts)
    if (map === undefined) return ok(undefined)
    const found = yield* linesBefore({ spans, name }, map, before, text, texts)
    if (found === undefined) return ok(undefined)
    const { before: there, name: former, touched } = found
    const changed = touched.flatMap(({ startB, endB }) => withinSpan(spans, { start: startB, end: endB }))
    return ok({
      blob,
      spans: there,
      name: former,
      uncommitted: touched.length === 0 ? undefined : uniteSpans(changed).map(toRange),
    })
  })
}
