import { resolve } from 'node:path'
import { omitUndefined, type CodedError, type Result, type TranscriptReceipt } from '@chronicle/schema'
import type { TranscriptRequest } from '@chronicle/node'
import type { CliIo } from '../../host/cli-io.ts'
import type { CommandHost } from '../../host/command-host.ts'
import { withRepository } from '../../host/with-repository.ts'
import { reportWarning } from '../../host/report-failure.ts'
import { showProgress } from '../../host/show-progress.ts'
import { useColour } from '../../host/use-colour.ts'
import { openSession } from '../../writing/open-session.ts'
import { formatTranscripts } from './format-transcripts.ts'
import type { NotesFlags } from '../../host/open-repository.ts'

/** The options of `import transcripts` as they were given. */
export interface ImportTranscriptsFlags extends NotesFlags {
  readonly from?: string
  /** Milliseconds since the epoch. */
  readonly since?: number
  readonly session?: string
  readonly commit?: string
  readonly yes?: true
  readonly dryRun?: true
  readonly format: 'pretty' | 'json'
}

/** Runs one `import transcripts`: shows what was stated, asks for confirmation, and stores it. */
export async function runImportTranscripts(host: CommandHost, flags: ImportTranscriptsFlags): Promise<void> {
  const { io } = host
  await withRepository(host, openSession(host, flags), async function* ({ repository, settings, notesRef, call }) {
    const isJson = flags.format === 'json'
    const request: TranscriptRequest = {
      ...call,
      ...(flags.from !== undefined && { from: resolve(io.cwd, flags.from) }),
      ...omitUndefined({ since: flags.since, session: flags.session, commit: flags.commit }),
      ...{ notesRef, allowedSecrets: settings.redactAllow },
    }
    const print = (receipt: TranscriptReceipt): void => {
      io.stdout.write(
        isJson
          ? `${JSON.stringify(receipt, null, 2)}\n`
          : formatTranscripts(receipt, { colour: useColour(io.stdout, io.env) }),
      )
      if (!isJson)
        for (const { message, severity } of receipt.warnings) if (severity === 'warning') reportWarning(io, message)
    }
    const read = (store: boolean): Promise<Result<TranscriptReceipt, CodedError>> =>
      showProgress(io, 'Reading transcripts …', repository.importTranscripts({ ...request, store }))
    const isDry = flags.dryRun === true
    const first = yield* await read(flags.yes === true && !isDry)
    print(isDry ? { ...first, dry_run: true } : first)
    if (first.status !== 'shown' || isDry || isJson || !isTerminal(io)) return
    if (!(await confirm(io, 'Store them? [y/N] '))) {
      io.stdout.write('Nothing was stored.\n')
      return
    }
    const stored = yield* await read(true)
    io.stdout.write(`Stored in ${stored.notes_ref}.\n`)
  })
}

function isTerminal({ stdin, stdout }: CliIo): boolean {
  return stdin.isTTY === true && stdout.isTTY === true
}

async function confirm({ stdin, stdout }: CliIo, question: string): Promise<boolean> {
  stdout.write(question)
  for await (const chunk of stdin) return /^\s*y(?:es)?\s*$/i.test(chunk.toString())
  return false
}
