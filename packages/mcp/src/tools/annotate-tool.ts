import type { AnnotateReceipt } from '@chronicle/core/annotate'
import type { CallOptions } from '@chronicle/core/contracts'
import {
  ok,
  okAsync,
  omitUndefined,
  READ_OUTPUT_SCHEMA,
  safeTry,
  type CodedError,
  type ResultAsync,
} from '@chronicle/schema'
import * as z from 'zod'
import { ADDS, defineTool, type ChronicleTool } from './chronicle-tool.ts'
import { inputSchema } from './input-schema.ts'
import { outputOutline } from './output-outline.ts'
import type { ServerHost } from '../served-repository.ts'
import { isRecord, repositoryPath } from './place-input.ts'
import { adviceLines, counted, oneLine } from './receipt-text.ts'
import { showInvisible } from './show-invisible.ts'
import type { ToolCall } from './tool-answer.ts'

const text = z.exactOptional(z.string())
const place = { file: z.string(), anchor: text }

const region = z.object({
  ...place,
  lines: text.describe('"START:END" at the commit, instead of anchor'),
  intent: z.string().describe('What it is for, and why it is so'),
  reasoning: text,
  risk_notes: text,
  constraints: z.exactOptional(z.array(z.string())).describe('What must hold'),
  rejected_alternatives: z.exactOptional(z.array(z.object({ approach: z.string(), reason: text }))),
  semantic_dependencies: z
    .exactOptional(z.array(z.object({ ...place, nature: z.string() })))
    .describe('What it assumes of other code'),
  related_annotations: z.exactOptional(z.array(z.object({ commit: z.string(), anchor: text, relationship: text }))),
  tags: z.exactOptional(z.array(z.string())),
})

/** The arguments as listed. The engine validates them, because its messages say more than a schema. */
const listedArguments = z.strictObject({
  commit: text.describe('Default HEAD'),
  summary: z.string().describe('What the commit does and why'),
  task: text.describe('What you were asked to do'),
  regions: z.exactOptional(z.array(region)),
  cross_cutting: z
    .exactOptional(z.array(z.object({ description: z.string(), regions: z.array(z.string()) })))
    .describe('Places that must change together; regions: "file:anchor"'),
  dry_run: z.exactOptional(z.boolean()).describe('Check only'),
  max_tokens: z.exactOptional(z.number().int()),
})

const acceptedArguments = z.looseObject({ dry_run: z.exactOptional(z.boolean()) })

/** `chronicle_annotate`: records an author's statements about a commit. */
export const annotateTool: ChronicleTool = {
  ...defineTool({
    name: 'chronicle_annotate',
    title: 'Record why a commit is as it is',
    description:
      'Call after committing. Records what you know and the code does not say: intent, constraints, what you rejected and why, risks. Adds to what is recorded.',
    hints: ADDS,
    failureSchema: READ_OUTPUT_SCHEMA,
    outputSchema: outputOutline('annotate-receipt'),
    input: acceptedArguments,
    run: ({ dry_run: dryRun = false, ...given }, call) =>
      withPathsFromTop(given, call)
        .andThen((annotation) => call.host.chronicle.annotate(annotation, { ...call.options, dryRun }))
        .map((receipt) => ({
          document: showInvisible({ ...receipt }),
          text: receiptText(receipt),
        })),
  }),
  inputSchema: inputSchema(listedArguments),
}

/**
 * Converts absolute file paths, which every other tool accepts too, to paths from the top of the repository. Malformed
 * values are left for the engine to reject.
 */
function withPathsFromTop(
  annotation: Readonly<Record<string, unknown>>,
  { host, options }: Pick<ToolCall, 'host' | 'options'>,
): ResultAsync<Readonly<Record<string, unknown>>, CodedError> {
  return safeTry(async function* () {
    const { regions } = annotation
    if (!Array.isArray(regions)) return ok(annotation)
    const changed: unknown[] = []
    for (const each of regions as readonly unknown[]) {
      if (!isRecord(each)) {
        changed.push(each)
        continue
      }
      const { semantic_dependencies: relied, ...region } = yield* await withFileFromTop(each, host, options)
      const dependencies: unknown[] = []
      for (const dependency of Array.isArray(relied) ? (relied as readonly unknown[]) : []) {
        const inside = isRecord(dependency) ? yield* await withFileFromTop(dependency, host, options) : dependency
        dependencies.push(inside)
      }
      const list = Array.isArray(relied) ? dependencies : relied
      changed.push({ ...region, ...omitUndefined({ semantic_dependencies: list }) })
    }
    return ok({ ...annotation, regions: changed })
  })
}

function withFileFromTop(
  place: Readonly<Record<string, unknown>>,
  host: ServerHost,
  options: CallOptions,
): ResultAsync<Readonly<Record<string, unknown>>, CodedError> {
  const { file } = place
  if (typeof file !== 'string') return okAsync(place)
  // The engine rejects paths outside of the repository, together with all other mistakes.
  return repositoryPath(file, host, options)
    .orElse(() => ok(file))
    .map((inside) => ({ ...place, file: inside }))
}

/** Returns what the author needs to see to verify the result. */
function receiptText(receipt: AnnotateReceipt): string {
  const { status, dry_run: dryRun, regions } = receipt
  const commit = `${receipt.commit.slice(0, 12)} (${oneLine(receipt.subject)})`
  const done = status === 'unchanged' ? 'Nothing new for' : dryRun === true ? 'Would record on' : 'Recorded on'
  const lines = [
    `${done} ${commit} in ${receipt.notes_ref}: ${status}, ${counted(receipt.regions_in_note, 'region')} in the note.`,
  ]
  for (const { file, ast_anchor: anchor, lines: range, anchor_match: match } of regions) {
    const where = range === undefined ? '' : `:${range.start}-${range.end}`
    const unit = anchor === undefined ? '' : ` ${oneLine(anchor.name)} [${oneLine(anchor.type)}]`
    const doubt = match === 'fuzzy' || match === 'unchecked' ? ` (${match})` : ''
    lines.push(`- ${oneLine(file)}${where}${unit}${doubt}`)
  }
  for (const { path, suggestion } of receipt.ignored) {
    lines.push(`- ignored: ${oneLine(path)}${suggestion === undefined ? '' : `; did you mean ${suggestion}?`}`)
  }
  for (const { message } of receipt.warnings) lines.push(`- warning: ${oneLine(message)}`)
  lines.push(...adviceLines(receipt.advice))
  return lines.join('\n')
}
