/*
 * A small process that starts programs for a test worker. It listens at the path it is given: the first connection
 * carries requests and what became of them, one JSON text a line; each later one becomes a stream of the next child.
 */
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'

/** @typedef {{ id: number, command: string, args: string[], options: object, piped: boolean[] }} Request */

const [path = ''] = process.argv.slice(2)
/** @type {Request[]} */
const requests = []
/** @type {import('node:net').Socket[]} */
const streams = []
/** @type {Map<number, import('node:child_process').ChildProcess>} */
const children = new Map()
/** @type {import('node:net').Socket | undefined} */
let control

process.on('exit', () => rmSync(dirname(path), { recursive: true, force: true }))
createServer({ pauseOnConnect: true, allowHalfOpen: true }, (socket) => {
  socket.on('error', () => undefined)
  if (control === undefined) listen(socket)
  else streams.push(socket)
  startReady()
}).listen(path, () => process.stdout.write('listening\n'))

/** Takes requests until the worker is gone. @param {import('node:net').Socket} socket */
function listen(socket) {
  control = socket
  socket.on('close', () => process.exit())
  socket.on('end', () => process.exit())
  const lines = createInterface({ input: socket })
  // The socket's errors arrive here too: the worker has gone while something was reported to it.
  lines.on('error', () => process.exit())
  lines.on('line', (line) => {
    const request = JSON.parse(line)
    if (request.kill !== undefined) return children.get(request.id)?.kill(request.kill)
    requests.push(request)
    startReady()
  })
}

/** Starts what is asked for, in order, as far as its streams are there. */
function startReady() {
  for (let [next] = requests; next !== undefined; [next] = requests) {
    const count = next.piped.filter(Boolean).length
    if (streams.length < count) return
    requests.shift()
    start(next, streams.splice(0, count))
  }
}

/** @param {Request} request @param {import('node:net').Socket[]} given */
function start({ id, command, args, options, piped }, given) {
  const rest = [...given]
  const stdio = piped.map((isPiped) => (isPiped ? rest.shift() : 'ignore'))
  let child
  try {
    child = spawn(command, args, { ...options, stdio })
  } catch (error) {
    // As for arguments that are too long: the others go on.
    for (const stream of given) stream.destroy()
    return report({ id, error: { ...error, message: error.message } })
  }
  children.set(id, child)
  child.on('spawn', () => report({ id, pid: child.pid }))
  child.on('error', (error) => report({ id, error: { ...error, message: error.message } }))
  child.on('exit', (exitCode, signalCode) => report({ id, exitCode, signalCode }))
  for (const stream of given) stream.destroy()
}

/** @param {{ id: number, pid?: number }} what */
function report(what) {
  if (what.pid === undefined) children.delete(what.id)
  control?.write(`${JSON.stringify(what)}\n`)
}
