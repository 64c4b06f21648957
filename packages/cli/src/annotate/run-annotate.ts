import { omitUndefined, safeTry, type CodedError, type ResultAsync } from '@chronicle/schema'
import type { AnnotateReceipt } from '@chronicle/core/annotate'
import { loadSettings } from '../config/load-settings.ts'
import type { CliIo } from '../host/cli-io.ts'
import type { CommandHost, Repository } from '../host/command-host.ts'
import { openRepository } from '../host/open-repository.ts'
import { reportFailure, reportWarning } from '../host/report-failure.ts'
import { showProgress } from '../host/show-progress.ts'
import { useColour } from '../host/use-colour.ts'
import type { AnnotateFlags } from './annotate-flags.ts'
import { formatReceipt } from './format-receipt.ts'
import { readDocument } from './read-document.ts'
import { resolveInputPaths } from './resolve-input-paths.ts'
import { showExpectedShape } from './show-expected-shape.ts'

/** Runs one `annotate --live`: takes the document, stores it, confirms. */
export async function runAnnotate(host: CommandHost, flags: AnnotateFlags): Promise<void> {
  const { io } = host
  const input = await readDocument(flags, io)
  if (input.isErr()) return reportFailure(io, input.error)
  const opened = await openRepository(host, flags)
  if (opened.isErr()) return reportFailure(io, opened.error)
  const { repository } = opened.value
  try {
    const receipt = await showProgress(io, 'Annotating …', store(repository, io, input.value, flags))
    if (receipt.isErr()) return reportFailure(io, showExpectedShape(receipt.error))
    const colour = useColour(io.stdout, io.env)
    const text =
      flags.format === 'json' ? `${JSON.stringify(receipt.value, null, 2)}\n` : formatReceipt(receipt.value, { colour })
    io.stdout.write(text)
  } finally {
    await repository.close()
  }
}

function store(
  repository: Repository,
  io: CliIo,
  input: unknown,
  flags: AnnotateFlags,
): ResultAsync<AnnotateReceipt, CodedError> {
  return safeTry(async function* () {
    const call = omitUndefined({ signal: io.signal })
    const {
      settings,
      warnings,
      repository: info,
    } = yield* loadSettings(repository.git, { flags: { notesRefs: flags.notesRef }, env: io.env }, call)
    for (const warning of warnings) reportWarning(io, warning)
    const [notesRef] = settings.notesRefs
    const resolved = yield* resolveInputPaths(input, { git: repository.git, prefix: info.prefix, call })
    return repository.annotate(resolved, {
      ...call,
      ...omitUndefined({ notesRef }),
      allowedSecrets: settings.redactAllow,
      dryRun: flags.dryRun ?? false,
    })
  })
}
