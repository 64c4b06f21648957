import type { FileContent } from '@chronicle/core/contracts'
import { isBinary, neutralisePath } from '@chronicle/core/text'
import {
  isSameBytes,
  ok,
  okAsync,
  omitEmpty,
  omitUndefined,
  ResultAsync,
  safeTry,
  type RepoPath,
  type Result,
} from '@chronicle/schema'
import { applyEdits } from '../diff/apply-edits.ts'
import { byteText } from '../diff/byte-text.ts'
import { compareFiles, type FilePair } from '../diff/compare-files.ts'
import { explainMissing, refuseFolder } from '../files/explain-missing.ts'
import { currentState, resolveState, type NamedState } from '../files/file-states.ts'
import { indexLines, isUtf8 } from '../files/line-index.ts'
import { openFile } from '../files/open-file.ts'
import { parseTargetPath } from '../files/parse-target-path.ts'
import { normaliseToStored } from '../files/normalise-to-stored.ts'
import { cutPage } from '../page/cut-page.ts'
import { respond } from '../page/respond.ts'
import { findConstraints } from '../recorded/find-constraints.ts'
import type { DiffPreviewRequest } from '../request/source-request.ts'
import type { SourceContext } from '../source-context.ts'
import { sourceFailure, type SourceError } from '../source-error.ts'
import type { SourceMeta, SourceResponse } from '../source-response.ts'

/**
 * Mode `diff_preview`: compares a state of a file with the current or the proposed file. Nothing is written. Fails with
 * `file_not_found` if neither exists.
 */
export function previewDiff(
  request: DiffPreviewRequest,
  context: SourceContext,
): ResultAsync<SourceResponse, SourceError> {
  return safeTry(async function* () {
    const path = yield* parseTargetPath(request.target)
    const current = yield* currentState(context)
    const compared = request.content !== undefined ? 'content' : request.edits !== undefined ? 'edits' : 'current'
    const baseline: NamedState = yield* resolveState(
      request.against ?? (compared === 'current' ? 'HEAD' : current.name),
      context,
    )
    const now = yield* openFile(path, current, context)
    const before = baseline.name === current.name ? now : yield* openFile(path, baseline, context)
    if (now === undefined && (compared === 'edits' || (compared === 'current' && before === undefined))) {
      return explainMissing(path, current, context)
    }
    if (now === undefined && compared === 'content') yield* refuseFolder(path, current, context)
    const after = yield* proposedBytes(request, path, now, context)
    const pair = yield* normaliseSides({ path, before, after }, baseline, current, context)
    const size = (pair.before?.length ?? 0) + (pair.after?.length ?? 0)
    if (size > context.limits.diffBytes) {
      const message = `The two sides of ${neutralisePath(path)} have ${size} bytes, more than the ${context.limits.diffBytes} that are compared.`
      return sourceFailure('file_too_large', message, { path, size })
    }
    const diff = compareFiles(pair, context.limits.diffEdits)
    const lines = indexLines(diff.bytes)
    const range = lines.count === 0 ? undefined : { start: 1, end: lines.count }
    const page = yield* cutPage({ lines, range, identity: byteText(diff.bytes) }, request, context)
    // An empty or missing file has no lines that constraints could be recorded on.
    const touched = pair.before === undefined || pair.before.length === 0 ? [] : diff.touched
    const recorded = yield* findConstraints(path, touched, baseline, context)
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
    return ok(
      respond('diff_preview', page, {
        target: path,
        file: path,
        at: current.name,
        degradedBy: [...(diff.incomplete ? (['diff'] as const) : []), ...recorded.degradedBy],
        facts,
        lines: pair.after === undefined || pair.after.length === 0 ? undefined : diff.lines,
      }),
    )
  })
}

/** Returns the bytes on the new side of the diff; `undefined` if there is no file. */
function proposedBytes(
  { content, edits }: DiffPreviewRequest,
  path: RepoPath,
  now: FileContent | undefined,
  { limits }: SourceContext,
): Result<Uint8Array | undefined, SourceError> {
  if (content !== undefined) return ok(new TextEncoder().encode(content))
  if (edits === undefined || now === undefined) return ok(now?.bytes)
  if (isBinary(now.bytes)) {
    const message = `${neutralisePath(path)} is binary (${now.bytes.length} bytes). Only text can be edited.`
    return sourceFailure('binary_file', message, { path, size: now.bytes.length })
  }
  if (now.bytes.length > limits.diffBytes) {
    const message = `${neutralisePath(path)} has ${now.bytes.length} bytes, more than the ${limits.diffBytes} that are compared.`
    return sourceFailure('file_too_large', message, { path, size: now.bytes.length })
  }
  return applyEdits(path, now.bytes, edits)
}

interface Sides {
  readonly path: RepoPath
  readonly before: FileContent | undefined
  readonly after: Uint8Array | undefined
}

/**
 * Returns both sides as git stores them. Working tree files and proposed ones are converted as git does it, so that
 * differences caused only by the checkout disappear. If the bytes are equal already, nothing is converted.
 */
function normaliseSides(
  { path, before, after }: Sides,
  baseline: NamedState,
  current: NamedState,
  context: SourceContext,
): ResultAsync<FilePair, SourceError> {
  if (before !== undefined && after !== undefined && isSameBytes(before.bytes, after))
    return okAsync({ path, before: after, after })
  return ResultAsync.combine([
    before === undefined ? okAsync(undefined) : normaliseToStored(path, before.bytes, baseline, context),
    after === undefined ? okAsync(undefined) : normaliseToStored(path, after, current, context),
  ]).map(([storedBefore, storedAfter]) => ({ path, before: storedBefore, after: storedAfter }))
}
