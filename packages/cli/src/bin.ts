import { nodeIo } from './host/cli-io.ts'
import { listenForInterrupt } from './host/listen-for-interrupt.ts'
import { runCli } from './run-cli.ts'

const signal = listenForInterrupt({
  process,
  now: () => performance.now(),
  exit: (code) => process.exit(code),
})
let isEnding = false
/** Ends the process. If `stream` failed, its output is lost, and so is the answer. */
const endAfter = (stream: NodeJS.WriteStream, exitCode: number, error: NodeJS.ErrnoException): void => {
  if (isEnding) return
  isEnding = true
  // `| head` has read as much as it wanted.
  if (error.code === 'EPIPE') process.exit(exitCode)
  if (stream === process.stderr) process.exit(1)
  process.stderr.write(`error: Cannot write to the standard output: ${error.message}.\n`, () => process.exit(1))
}
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // After an interrupt nobody may be left to read the output; what the command has done is stored all the same.
    if (!signal.aborted) endAfter(stream, 0, error)
  })
}

const { setExitCode: _, ...io } = nodeIo(signal)
const [, script = ''] = process.argv
const self = [process.execPath, ...process.execArgv, script]
// `performance` has this value too, but takes a millisecond to load.
const startedAt = Date.now() - process.uptime() * 1000
void runCli(process.argv.slice(2), { ...io, self, startedAt }).then((exitCode) => {
  // Anything still running (a git process told to end, a timer) must not keep the caller waiting.
  process.stdout.write('', (error) => {
    // An error of the last write arrives here before its event.
    if (error && !signal.aborted) endAfter(process.stdout, exitCode, error)
    else process.stderr.write('', () => process.exit(exitCode))
  })
})
