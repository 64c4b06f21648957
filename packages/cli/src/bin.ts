import { nodeIo } from './host/cli-io.ts'
import { listenForInterrupt } from './host/listen-for-interrupt.ts'
import { runCli } from './run-cli.ts'

const signal = listenForInterrupt({
  process,
  now: () => performance.now(),
  exit: (code) => process.exit(code),
})
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // Of an interrupted command nobody may be left to read; what it has done is stored all the same.
    if (signal.aborted) return
    // `| head` has read all it wanted.
    process.exit(error.code === 'EPIPE' ? 0 : 1)
  })
}

const { setExitCode: _, ...io } = nodeIo(signal)
const [, script = ''] = process.argv
const self = [process.execPath, ...process.execArgv, script]
// What `performance` knows, too, but that takes a millisecond to load.
const startedAt = Date.now() - process.uptime() * 1000
void runCli(process.argv.slice(2), { ...io, self, startedAt }).then((exitCode) => {
  // What is still running (a git process told to end, a timer) must not keep the caller waiting.
  process.stdout.write('', () => process.stderr.write('', () => process.exit(exitCode)))
})
