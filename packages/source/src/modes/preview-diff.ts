import type { FileContent } from '@chronicle/core/contracts'
import { isBinary, neutralisePath } from '@chronicle/core/text'
import { isSameBytes, omitEmpty, omitUndefined, type RepoPath } from '@chronicle/schema'
import { applyEdits } from '../diff/apply-edits.ts'
import { byteText } from '../diff/byte-text.ts'
import { compareFiles, type FilePair } from '../diff/compare-files.ts'
import { fail } from '../failure.ts'
import { explainMissing, refuseFolder } from '../files/explain-missing.ts'
import { currentState, stateNamed, type NamedState } from '../files/file-states.ts'
import { indexLines, isUtf8 } from '../files/line-index.ts'
import { openFile } from '../files/open-file.ts'
import { parseTargetPath } from '../files/parse-target-path.ts'
import { storedForm } from '../files/stored-form.ts'
import { cutPage } from '../page/cut-page.ts'
import { respond } from '../page/respond.ts'
import { findConstraints } from '../recorded/find-constraints.ts'
import type { DiffPreviewRequest } from '../request/source-request.ts'
import type { SourceContext } from '../source-context.ts'
import type { SourceMeta, SourceResponse } from '../source-response.ts'

/**
 * Mode `diff_preview`: from a state of a file to the file as it is, or as it would be. Nothing is written.
 * Ends the read with `file_not_found` when there is neither.
 */
export async function previewDiff(request: DiffPreviewRequest, context: SourceContext): Promise<SourceResponse> {
  const path = parseTargetPath(request.target)
  const current = await currentState(context)
  const compared = request.content !== undefined ? 'content' : request.edits !== undefined ? 'edits' : 'current'
  const baseline: NamedState = await stateNamed(
    request.against ?? (compared === 'current' ? 'HEAD' : current.name),
    context,
  )
  const now = await openFile(path, current, context)
  const before = baseline.name === current.name ? now : await openFile(path, baseline, context)
  if (now === undefined && (compared === 'edits' || (compared === 'current' && before === undefined))) {
    return explainMissing(path, current, context)
  }
  if (now === undefined && compared === 'content') await refuseFolder(path, current, context)
  const after = proposed(request, path, now, context)
  const pair = await storedPair({ path, before, after }, baseline, current, context)
  const size = (pair.before?.length ?? 0) + (pair.after?.length ?? 0)
  if (size > context.limits.diffBytes) {
    const message = `The two sides of ${neutralisePath(path)} have ${size} bytes, more than the ${context.limits.diffBytes} that are compared.`
    fail('file_too_large', message, { path, size })
  }
  const diff = compareFiles(pair, context.limits.diffEdits)
  const lines = indexLines(diff.bytes)
  const range = lines.count === 0 ? undefined : { start: 1, end: lines.count }
  const page = cutPage({ lines, range, identity: byteText(diff.bytes) }, request, context)
  // Nothing is recorded about lines of a file that has none.
  const touched = pair.before === undefined || pair.before.length === 0 ? [] : diff.touched
  const recorded = await findConstraints(path, touched, baseline, context)
  const facts: Partial<SourceMeta> = {
    against: baseline.name,
    ...omitUndefined({ against_commit: baseline.commit }),
    compared,
    changed: diff.bytes.length > 0,
    added_lines: diff.added,
    removed_lines: diff.removed,
    ...omitEmpty({ binary: diff.binary }),
    ...omitEmpty({ not_utf8: ![pair.before, pair.after].every((side) => side === undefined || isUtf8(side)) }),
    ...recorded.facts,
  }
  return respond('diff_preview', page, {
    target: path,
    file: path,
    at: current.name,
    degradedBy: [...(diff.shortened ? (['diff'] as const) : []), ...recorded.degradedBy],
    facts,
    lines: pair.after === undefined || pair.after.length === 0 ? undefined : diff.lines,
  })
}

/** The bytes that the diff leads to; `undefined`: there is no file. */
function proposed(
  { content, edits }: DiffPreviewRequest,
  path: RepoPath,
  now: FileContent | undefined,
  { limits }: SourceContext,
): Uint8Array | undefined {
  if (content !== undefined) return new TextEncoder().encode(content)
  if (edits === undefined || now === undefined) return now?.bytes
  if (isBinary(now.bytes)) {
    const message = `${neutralisePath(path)} is binary (${now.bytes.length} bytes). Only text can be edited.`
    fail('binary_file', message, { path, size: now.bytes.length })
  }
  if (now.bytes.length > limits.diffBytes) {
    const message = `${neutralisePath(path)} has ${now.bytes.length} bytes, more than the ${limits.diffBytes} that are compared.`
    fail('file_too_large', message, { path, size: now.bytes.length })
  }
  return applyEdits(path, now.bytes, edits)
}

interface Sides {
  readonly path: RepoPath
  readonly before: FileContent | undefined
  readonly after: Uint8Array | undefined
}

/**
 * Both sides as git stores them: what is in the working tree, or would be, is converted as git does it, so that files
 * that are only checked out differently do not differ. A file that is checked out as it is stored needs no conversion.
 */
async function storedPair(
  { path, before, after }: Sides,
  baseline: NamedState,
  current: NamedState,
  context: SourceContext,
): Promise<FilePair> {
  if (before !== undefined && after !== undefined && isSameBytes(before.bytes, after))
    return { path, before: after, after }
  const [storedBefore, storedAfter] = await Promise.all([
    before && storedForm(path, before.bytes, baseline, context),
    after && storedForm(path, after, current, context),
  ])
  return { path, before: storedBefore, after: storedAfter }
}
