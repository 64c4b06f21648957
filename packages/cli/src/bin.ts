import { nodeIo } from './host/cli-io.ts'
import { runCli } from './run-cli.ts'

const interrupt = new AbortController()
// Once: a second Ctrl-C ends the process at once.
process.once('SIGINT', () => interrupt.abort())
process.once('SIGTERM', () => interrupt.abort())
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // `| head` has read all it wanted.
    process.exit(error.code === 'EPIPE' ? 0 : 1)
  })
}

const { setExitCode: _, ...io } = nodeIo(interrupt.signal)
const [, script = ''] = process.argv
const self = [process.execPath, ...process.execArgv, script]
void runCli(process.argv.slice(2), { ...io, self }).then((exitCode) => {
  // What is still running (a git process told to end, a timer) must not keep the caller waiting.
  process.stdout.write('', () => process.stderr.write('', () => process.exit(exitCode)))
})
