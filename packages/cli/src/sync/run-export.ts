import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { resolve } from 'node:path'
import { finished } from 'node:stream/promises'
import type { CodedError } from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'
import type { CommandHost } from '../host/command-host.ts'
import { writeFailureReason } from '../host/file-failure.ts'
import { showName } from '../host/one-line.ts'
import { reportFailure } from '../host/report-failure.ts'
import { openSession } from '../writing/open-session.ts'
import type { ExportFlags } from './sync-flags.ts'

/** Runs one `export`. */
export async function runExport(host: CommandHost, flags: ExportFlags): Promise<void> {
  const { io } = host
  const opened = await openSession(host, flags)
  if (opened.isErr()) return reportFailure(io, opened.error)
  const { repository, notesRef, dir, call } = opened.value
  const { output } = flags
  const file = output === undefined || output === '-' ? undefined : createWriteStream(resolve(dir, output))
  try {
    await (file === undefined ? undefined : once(file, 'open'))
    const { traceOfDocument } = await import('@chronicle/core/share')
    for await (const document of repository.sync.exportNotes({ ...call, notesRef })) {
      const exported = flags.agentTrace === true ? traceOfDocument(document) : document
      if (exported === undefined) continue
      const line = `${JSON.stringify(exported)}\n`
      if (file === undefined) io.stdout.write(line)
      else if (!file.write(line)) await once(file, 'drain')
    }
    file?.end()
    if (file !== undefined) await finished(file)
  } catch (thrown) {
    reportFailure(io, failureOf(thrown, output))
  } finally {
    file?.destroy()
    await repository.close()
  }
}

function failureOf(thrown: unknown, output: string | undefined): CodedError {
  const { cause, code } = thrown as Error & { readonly code?: string; readonly cause?: unknown }
  const coded = typeof cause === 'object' && cause !== null && 'code' in cause && 'message' in cause
  if (coded) return cause as CodedError
  const place = output === undefined ? '' : ` ${showName(output)}`
  return codedError(
    code === undefined ? 'internal_error' : 'usage',
    `Cannot write${place}: ${writeFailureReason(thrown)}.`,
  )
}
