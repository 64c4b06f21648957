import type { AnnotateReceipt } from '@chronicle/core/annotate'
import { READ_OUTPUT_SCHEMA } from '@chronicle/schema'
import * as z from 'zod'
import { ADDS, defineTool, type ChronicleTool } from './chronicle-tool.ts'
import { inputSchema } from './input-schema.ts'
import { outputOutline } from './output-outline.ts'
import { adviceLines, oneLine } from './receipt-text.ts'
import { showInvisible } from './show-invisible.ts'

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

/** The arguments as they are listed. The engine checks them, because it says more than a schema can. */
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

/** `chronicle_annotate`: records what the author of a commit states about it. */
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
    run: ({ dry_run: dryRun = false, ...annotation }, { host, options }) =>
      host.chronicle.annotate(annotation, { ...options, dryRun }).map((receipt) => ({
        document: showInvisible({ ...receipt }),
        text: receiptText(receipt),
      })),
  }),
  inputSchema: inputSchema(listedArguments),
}

/** What the author needs to see to know that it is right. */
function receiptText(receipt: AnnotateReceipt): string {
  const { status, dry_run: dryRun, regions } = receipt
  const commit = `${receipt.commit.slice(0, 12)} (${oneLine(receipt.subject)})`
  const done = status === 'unchanged' ? 'Nothing new for' : dryRun === true ? 'Would record on' : 'Recorded on'
  const lines = [
    `${done} ${commit} in ${receipt.notes_ref}: ${status}, ${receipt.regions_in_note} regions in the note.`,
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
