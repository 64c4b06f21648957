import { runCli } from '@chronicle/cli'
import { annotateLive } from '@chronicle/core/annotate'
import { openChronicle } from '@chronicle/node'
import { Readable } from 'node:stream'

/**
 * Runs `git chronicle annotate --live` in `dir` with `input` as its standard input, at a chosen time: the demonstration
 * repository is two years old, and an annotation has the time at which it is made.
 */
export async function annotateStep(
  dir: string,
  input: object,
  options: { readonly time: number; readonly env: Readonly<Record<string, string | undefined>> },
): Promise<void> {
  let printed = ''
  const write = (text: string): void => void (printed += text)
  const exitCode = await runCli(['annotate', '--live'], {
    stdin: Readable.from([JSON.stringify(input)]),
    stdout: { write },
    stderr: { write },
    env: options.env,
    cwd: dir,
    open: (repository) => {
      const chronicle = openChronicle(repository)
      const seams = { git: chronicle.git, ast: chronicle.ast, clock: () => options.time }
      return { ...chronicle, annotate: (live, call) => annotateLive(seams, live, call) }
    },
  })
  if (exitCode !== 0) throw new Error(`annotate --live in ${dir} ended with exit code ${exitCode}\n${printed}`)
}
