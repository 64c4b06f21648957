import { INDEX_RECEIPT_SCHEMA, omitUndefined, type IndexReceipt } from '@chronicle/schema'
import type { CommandHost } from '../host/command-host.ts'
import { withRepository } from '../host/with-repository.ts'
import { openRepository } from '../host/open-repository.ts'
import { showProgress } from '../host/show-progress.ts'
import { expectLongRun } from '../start/unoptimised.ts'
import { createStepProgress } from './create-step-progress.ts'
import type { IndexFlags } from './retrieve-flags.ts'
import { printReceipt } from '../host/print-receipt.ts'

/** Runs one `index`. */
export async function runIndex(host: CommandHost, flags: IndexFlags): Promise<void> {
  const { io } = host
  expectLongRun()
  const schema = INDEX_RECEIPT_SCHEMA
  await withRepository({ io, schema }, openRepository(host, flags), async function* ({ repository }) {
    const steps = createStepProgress('Indexing …')
    const call = { onProgress: steps.onProgress, ...omitUndefined({ rev: flags.rev, signal: io.signal }) }
    const indexed = yield* await showProgress(io, steps.text, repository.indexContext(call))
    printReceipt(io, { $schema: schema, ...indexed }, flags.format, inWords)
  })
}

function inWords({ base, files, symbols, commits }: IndexReceipt): string {
  const state = base.state === 'WORKTREE' ? 'the working tree' : base.state.slice(0, 12)
  return `Indexed ${state}: ${counted(files, 'file')}, ${counted(symbols, 'unit')}, ${counted(commits, 'past commit')}.\n`
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}
