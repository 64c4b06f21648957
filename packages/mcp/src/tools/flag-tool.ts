import {
  ok,
  omitUndefined,
  parseLineRange,
  READ_OUTPUT_SCHEMA,
  safeTry,
  type CorrectionReceipt,
} from '@chronicle/schema'
import * as z from 'zod'
import { ADDS, defineTool, type ChronicleTool } from './chronicle-tool.ts'
import { outputOutline } from './output-outline.ts'
import { normalisePath, placeInput, resolvePlace } from './place-input.ts'
import { counted, oneLine } from './receipt-text.ts'
import { showInvisible } from './show-invisible.ts'

/** `chronicle_flag`: casts doubt on the notes about a place. */
export const flagTool: ChronicleTool = defineTool({
  name: 'chronicle_flag',
  title: 'Flag a wrong note',
  description: 'Call when what is recorded is wrong. Readers see your reason beside it, and trust it less.',
  hints: ADDS,
  failureSchema: READ_OUTPUT_SCHEMA,
  outputSchema: outputOutline('correction-receipt'),
  input: z.strictObject({
    path: placeInput.path,
    anchor: placeInput.anchor,
    lines: z.exactOptional(z.string()),
    commit: z.exactOptional(z.string().min(1)).describe('Only what is recorded on it'),
    id: z.exactOptional(z.string().min(1)).describe('Of one region'),
    intent: z.exactOptional(z.string().min(1)).describe('Words of it'),
    all: z.exactOptional(z.boolean()).describe('Every region found'),
    reason: z.string().describe('What is wrong, and how you know'),
    dry_run: z.exactOptional(z.boolean()),
  }),
  normaliseArguments: normalisePath,
  run: ({ path, anchor, lines: text, dry_run: dryRun = false, ...flag }, call) =>
    safeTry(async function* () {
      const lines = yield* text === undefined ? ok(undefined) : parseLineRange(text)
      const given = {
        path,
        ...omitUndefined({ anchor, lines }),
      }
      const { file, ...part } = yield* resolvePlace(given, call)
      const flagged = await call.host.chronicle.flag({ path: file, ...part, ...flag }, { ...call.options, dryRun })
      return flagged.map((receipt) => ({ document: showInvisible({ ...receipt }), text: receiptText(receipt) }))
    }),
})

function receiptText({ status, dry_run: dryRun, notes_ref: ref, corrections, warnings }: CorrectionReceipt): string {
  const added = corrections.filter(({ known }) => known !== true).length
  const headline =
    status === 'unchanged'
      ? `Nothing new: ${ref} has this already.`
      : `${dryRun === true ? 'Would flag' : 'Flagged'} ${counted(added, 'annotation')} in ${ref}.`
  const regions = corrections.flatMap(({ commit, regions: places }) =>
    places.map(({ file, anchor, intent }) => {
      const place = [file, anchor].filter((part) => part !== undefined).join(' ')
      return `- ${commit.slice(0, 12)} ${oneLine(`${place === '' ? 'the whole commit' : place}: ${intent}`)}`
    }),
  )
  return [headline, ...regions, ...warnings.map(({ message }) => `- warning: ${oneLine(message)}`)].join('\n')
}
