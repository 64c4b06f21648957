import { INDEX_RECEIPT_SCHEMA, omitUndefined, type IndexReceipt } from '@chronicle/schema'
import type { CommandHost } from '../host/command-host.ts'
import { openRepository } from '../host/open-repository.ts'
import { reportFailure } from '../host/report-failure.ts'
import { showProgress } from '../host/show-progress.ts'
import { expectLongRun } from '../start/unoptimised.ts'
import { followSteps } from './follow-steps.ts'
import type { IndexFlags } from './retrieve-flags.ts'

/** Runs one `index`. */
export async function runIndex(host: CommandHost, flags: IndexFlags): Promise<void> {
  const { io } = host
  expectLongRun()
  const opened = await openRepository(host, flags)
  if (opened.isErr()) return reportFailure(io, opened.error, INDEX_RECEIPT_SCHEMA)
  const { repository } = opened.value
  try {
    const steps = followSteps('Indexing …')
    const call = {
      ...{ onProgress: steps.onProgress },
      ...omitUndefined({ rev: flags.rev, signal: io.signal }),
    }
    const indexed = await showProgress(io, steps.text, repository.indexContext(call))
    if (indexed.isErr()) return reportFailure(io, indexed.error, INDEX_RECEIPT_SCHEMA)
    const receipt: IndexReceipt = { $schema: INDEX_RECEIPT_SCHEMA, ...indexed.value }
    io.stdout.write(flags.format === 'json' ? `${JSON.stringify(receipt, null, 2)}\n` : `${inWords(receipt)}\n`)
  } finally {
    await repository.close()
  }
}

function inWords({ base, files, symbols, commits }: IndexReceipt): string {
  const state = base.state === 'WORKTREE' ? 'the working tree' : base.state.slice(0, 12)
  return `Indexed ${state}: ${counted(files, 'file')}, ${counted(symbols, 'unit')}, ${counted(commits, 'past commit')}.`
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}
