#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8'
import { nodeIo } from './host/cli-io.ts'
import { runCli } from './run-cli.ts'

// A process cannot end before V8 has optimised the grammars it used, which takes longer than any read does without.
setFlagsFromString('--wasm-tiering-budget=2000000000')

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
const exitCode = await runCli(process.argv.slice(2), io)
// What is still running (a git process told to end, a timer) must not keep the caller waiting.
process.stdout.write('', () => process.stderr.write('', () => process.exit(exitCode)))
