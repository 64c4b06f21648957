import type { FileContent } from '@chronicle/core/contracts'
import { neutralisePath } from '@chronicle/core/text'
import type { RepoPath } from '@chronicle/schema'
import { applyEdits } from '../diff/apply-edits.ts'
import { unifiedDiff } from '../diff/unified-diff.ts'
import { fail } from '../failure.ts'
import { explainMissing, refuseFolder } from '../files/explain-missing.ts'
import { currentState, stateNamed, type NamedState } from '../files/file-states.ts'
import { indexLines, isBinary, isUtf8 } from '../files/line-index.ts'
import { openFile } from '../files/open-file.ts'
import { parseTargetPath } from '../files/parse-target-path.ts'
import { cutPage } from '../page/cut-page.ts'
import { respond } from '../page/respond.ts'
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
  const pair = { path, before: before?.bytes, after }
  const size = (pair.before?.length ?? 0) + (pair.after?.length ?? 0)
  if (size > context.limits.diffBytes) {
    const message = `The two sides of ${neutralisePath(path)} have ${size} bytes, more than the ${context.limits.diffBytes} that are compared.`
    fail('file_too_large', message, { path, size })
  }
  const diff = compare(pair, context)
  const bytes = new TextEncoder().encode(diff.text)
  const lines = indexLines(bytes)
  const range = lines.count === 0 ? undefined : { start: 1, end: lines.count }
  const page = cutPage({ lines, range, identity: diff.text }, request, context)
  const facts: Partial<SourceMeta> = {
    against: baseline.name,
    ...(baseline.commit === undefined ? {} : { against_commit: baseline.commit }),
    compared,
    changed: diff.text !== '',
    added_lines: diff.added,
    removed_lines: diff.removed,
    ...(diff.binary ? { binary: true } : {}),
    ...([before?.bytes, after].every((side) => side === undefined || isUtf8(side)) ? {} : { not_utf8: true }),
  }
  return respond('diff_preview', page, {
    target: path,
    file: path,
    at: current.name,
    degradedBy: diff.shortened ? ['diff'] : [],
    facts,
    lines: after === undefined || after.length === 0 ? undefined : diff.lines,
  })
}

/** The bytes that the diff leads to; `undefined`: there is no file. */
function proposed(
  { content, edits }: DiffPreviewRequest,
  path: RepoPath,
  now: FileContent | undefined,
  { limits }: SourceContext,
): Uint8Array | undefined {
  const encoder = new TextEncoder()
  if (content !== undefined) return encoder.encode(content)
  if (edits === undefined || now === undefined) return now?.bytes
  if (isBinary(now.bytes)) {
    const message = `${neutralisePath(path)} is binary (${now.bytes.length} bytes). Only text can be edited.`
    fail('binary_file', message, { path, size: now.bytes.length })
  }
  if (now.bytes.length > limits.diffBytes) {
    const message = `${neutralisePath(path)} has ${now.bytes.length} bytes, more than the ${limits.diffBytes} that are compared.`
    fail('file_too_large', message, { path, size: now.bytes.length })
  }
  return encoder.encode(applyEdits(path, decode(now.bytes), edits))
}

interface Sides {
  readonly path: RepoPath
  readonly before: Uint8Array | undefined
  readonly after: Uint8Array | undefined
}

function compare(
  { path, before, after }: Sides,
  { limits }: SourceContext,
): ReturnType<typeof unifiedDiff> & { readonly binary: boolean } {
  if ([before, after].every((side) => side === undefined || !isBinary(side))) {
    const texts = { path, before: before && decode(before), after: after && decode(after) }
    return { ...unifiedDiff(texts, limits.diffEdits), binary: false }
  }
  const same = before !== undefined && after !== undefined && isSame(before, after)
  const names = [before === undefined ? '/dev/null' : `a/${path}`, after === undefined ? '/dev/null' : `b/${path}`]
  const text = same ? '' : `Binary files ${names.map(neutralisePath).join(' and ')} differ\n`
  return { text, added: 0, removed: 0, lines: undefined, shortened: false, binary: true }
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index])
}

/** A byte order mark is a character of the file, so that a diff does not hide it. */
function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}
