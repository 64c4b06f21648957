import { noteId } from '@chronicle/core/text'
import {
  CONTEXT_RECEIPT_SCHEMA,
  err,
  formatPlace,
  formatTimestamp,
  ok,
  omitEmpty,
  omitUndefined,
  READ_OUTPUT_SCHEMA,
  safeTry,
  type ResultAsync,
} from '@chronicle/schema'
import type { CodedError, ContextReceipt, Result } from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'
import * as z from 'zod'
import { DEFAULT_NOTE_HOURS, type ServedRepository } from '../served-repository.ts'
import { CHANGES, defineTool, type ChronicleTool } from './chronicle-tool.ts'
import type { ToolAnswer, ToolCall } from './tool-answer.ts'
import { outputOutline } from './output-outline.ts'
import { normalisePath, path, placeInput, resolvePlace, type NamedPlace } from './place-input.ts'
import { adviceLines, counted, oneLine } from './receipt-text.ts'
import { showInvisible } from './show-invisible.ts'

type Added = Parameters<ServedRepository['nextCommit']['add']>
type Kept = Awaited<ReturnType<ServedRepository['nextCommit']['add']>> extends Result<infer T, unknown> ? T : never

/** `chronicle_note`: stores a reason for the next commit, lists those stored, or removes one. */
export const noteTool: ChronicleTool = defineTool({
  name: 'chronicle_note',
  title: 'Note a reason while working',
  description:
    'Call while working, when you find out why. Kept for the next commit, and recorded with it. Without text: lists.',
  hints: CHANGES,
  failureSchema: READ_OUTPUT_SCHEMA,
  outputSchema: outputOutline('context-receipt'),
  input: z.strictObject({
    text: z.exactOptional(z.string().regex(/\S/u, 'is empty')),
    path: z.exactOptional(path).describe('What it is about'),
    anchor: placeInput.anchor,
    remove: z.exactOptional(z.string().regex(/\S/u, 'is empty')).describe('Id of a note'),
  }),
  normaliseArguments: normalisePath,
  run: ({ text, path: given, anchor, remove }, call) =>
    safeTry(async function* () {
      if (text === undefined || remove !== undefined) {
        if (text !== undefined || given !== undefined || anchor !== undefined) {
          return err(
            codedError('invalid_query', 'A new note needs text. To list the notes or remove one, give no place.'),
          )
        }
        return listOrRemove(remove, call)
      }
      if (given === undefined && anchor !== undefined) {
        return err(codedError('invalid_query', 'anchor names a unit of a file. Give the path of the file, too.'))
      }
      if ((yield* call.host.chronicle.git.describe(call.options)).worktreeDir === undefined) {
        return err(codedError('invalid_query', BARE))
      }
      const place = yield* given === undefined ? ok(undefined) : await resolveExistingPlace(given, anchor, call)
      const note = { text: text.trim(), ...omitUndefined({ place: place && formatPlace(place) }) }
      const author: Added[0] = { tags: [], rejected: [], notes: [note], squashSources: [] }
      const { chronicle, defaults } = call.host
      const hours = defaults.noteHours ?? DEFAULT_NOTE_HOURS
      const kept = yield* chronicle.nextCommit.add(author, { ...call.options, hours })
      const compared = await chronicle.adviseOnNotes([note], call.options)
      const advice = compared.unwrapOr([])
      // The note is stored nevertheless.
      const failed = compared.isErr()
        ? [`- warning: it could not be compared with what is recorded: ${oneLine(compared.error.message)}`]
        : []
      const receipt = { ...receiptOf(kept), ...omitEmpty({ advice }) }
      return ok({
        document: showInvisible(receipt),
        text: [receiptText(kept), ...adviceLines(advice), ...failed].join('\n'),
      })
    }),
})

/** Lists the notes kept for the next commit, after removing one if its id is given. */
function listOrRemove(remove: string | undefined, { host, options }: ToolCall): ResultAsync<ToolAnswer, CodedError> {
  const { nextCommit } = host.chronicle
  const left = remove === undefined ? nextCommit.read(options) : nextCommit.removeNote(remove, options)
  return left.map((kept) => {
    const receipt: ContextReceipt =
      kept === undefined ? { $schema: CONTEXT_RECEIPT_SCHEMA, status: 'empty' } : receiptOf(kept)
    return {
      document: showInvisible({ ...receipt }),
      text: kept === undefined ? 'Nothing is kept for the next commit.' : receiptText(kept),
    }
  })
}

const BARE =
  'A bare repository has no working tree to commit in, so there is no next commit to keep a note for. Use a clone of it.'

/** Resolves a place and checks that it exists: nobody would find a note about a mistyped name. */
function resolveExistingPlace(
  given: string,
  anchor: string | undefined,
  call: ToolCall,
): ResultAsync<NamedPlace, CodedError> {
  return safeTry(async function* () {
    const place = yield* resolvePlace({ path: given, ...omitUndefined({ anchor }) }, call)
    const { file, anchor: unit, lines } = place
    if (lines !== undefined) {
      const message = `A note is about a file or a unit, because lines move until the commit is made. Name the unit: ${formatPlace({ file, anchor: '<unit>' })}.`
      return err(codedError('invalid_query', message, { data: { path: given } }))
    }
    const request = unit === undefined ? { mode: 'file', target: file } : { mode: 'symbol', target: unit, path: file }
    const found = await call.host.chronicle.source.read({ ...request, preview_mode: 'none' }, call.options)
    if (found.isErr() && ['file_not_found', 'symbol_not_found', 'invalid_path', 'aborted'].includes(found.error.code)) {
      return err(found.error)
    }
    return ok(place)
  })
}

function receiptOf({ author, createdAt, expiresAt }: Kept): ContextReceipt {
  const { squashSources, rejected, ...rest } = author
  return {
    $schema: CONTEXT_RECEIPT_SCHEMA,
    status: 'kept',
    context: {
      ...rest,
      notes: rest.notes.map((note) => ({ id: noteId(note), ...note })),
      rejected: rejected.map(({ approach, reason }) => ({ approach, reason })),
      squash_sources: squashSources,
      created: formatTimestamp(createdAt),
      expires: formatTimestamp(expiresAt),
    },
  }
}

function receiptText({ author: { notes }, expiresAt }: Kept): string {
  return [
    `Kept for the next commit, until ${formatTimestamp(expiresAt)}. ${counted(notes.length, 'note')}, newest first:`,
    ...[...notes].reverse().map((note) => {
      const place = note.place === undefined ? '' : `${oneLine(note.place)}: `
      return `- [${noteId(note)}] ${place}${beginning(oneLine(note.text))}`
    }),
  ].join('\n')
}

/** Maximum number of characters of a note to show: its author knows the rest, and a long note would hide the others. */
const MAX_SHOWN = 200

function beginning(text: string): string {
  const shown = [...text.slice(0, 2 * MAX_SHOWN)].slice(0, MAX_SHOWN).join('')
  return shown === text ? text : `${shown.trimEnd()} … (kept in full)`
}
