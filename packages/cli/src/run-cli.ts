import { CommanderError } from 'commander'
import { codedError } from '@chronicle/core/contracts'
import { omitUndefined } from '@chronicle/schema'
import { createProgram } from './create-program.ts'
import { asksForJson, type CliIo, type ExitCode } from './host/cli-io.ts'
import type { OpenRepository } from './host/command-host.ts'
import { reportFailure } from './host/report-failure.ts'

/** The process as the program sees it, and a function that opens repositories. */
export interface RunCliOptions extends Omit<CliIo, 'setExitCode'> {
  /** Default: `openChronicle` of `@chronicle/node`. */
  readonly open?: OpenRepository | undefined
  /** Name of the program in its help. Default `git chronicle`. */
  readonly name?: string | undefined
}

/**
 * Runs one command line, without the program's name in `argv`, and returns the exit code. Accesses the process only
 * through its options, and never throws.
 */
export async function runCli(argv: readonly string[], options: RunCliOptions): Promise<ExitCode> {
  const { open, name, ...process } = options
  let exitCode: ExitCode = 0
  const io: CliIo = {
    json: asksForJson(argv, process.env),
    ...process,
    setExitCode: (code) => {
      exitCode = code
    },
  }
  // An untyped caller may leave it out.
  if (typeof (io.cwd as unknown) !== 'string') {
    reportFailure(io, codedError('usage', `The option cwd of runCli is ${typeof io.cwd}. Give the folder to work in.`))
    return exitCode
  }
  try {
    const options = { io, ...omitUndefined({ open, name }) }
    const program = createProgram(options, argv[0])
    // Without arguments, commander would print the help as an error.
    await program.parseAsync(argv.length === 0 ? ['--help'] : [...argv], { from: 'user' })
  } catch (error) {
    // Before commander throws this, it has reported wrong usage or printed the help or version.
    if (!(error instanceof CommanderError)) {
      const message = `A defect in Chronicle: ${error instanceof Error ? error.message : String(error)}. Please report it.`
      reportFailure(io, codedError('internal_error', message, { cause: error }))
      if (io.env['CHRONICLE_DEBUG'] && error instanceof Error) io.stderr.write(`${error.stack ?? ''}\n`)
    }
  }
  return exitCode
}
