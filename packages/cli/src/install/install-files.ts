import type { CodedError, InstallReceipt, Result } from '@chronicle/schema'
import type { CliIo } from '../host/cli-io.ts'
import { reportFailure } from '../host/report-failure.ts'
import type { InstallFlags } from './install-flags.ts'
import { applyPlan, type InstallPlan } from './planned-file.ts'
import { printInstallReceipt } from './print-receipt.ts'

/**
 * Carries out a plan, or with `--dry-run` only simulates it, and prints the result for each file. Returns `undefined`
 * on failure.
 */
export async function installFiles(
  io: CliIo,
  planned: Result<InstallPlan, CodedError>,
  { dryRun, format }: Pick<InstallFlags, 'dryRun' | 'format'>,
): Promise<InstallReceipt | undefined> {
  const receipt = await planned.asyncAndThen(({ files, warnings }) =>
    applyPlan(files, { dryRun: dryRun ?? false, warnings }),
  )
  if (receipt.isErr()) reportFailure(io, receipt.error)
  else printInstallReceipt(io, receipt.value, format)
  return receipt.unwrapOr(undefined)
}
