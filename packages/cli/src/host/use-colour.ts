import type { CliIo, OutputStream } from './cli-io.ts'

/**
 * Whether to colour the output of a stream: never with `NO_COLOR`, always with `FORCE_COLOR`, otherwise on a terminal.
 */
export function useColour(stream: OutputStream, env: CliIo['env']): boolean {
  if (env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '') return false
  const force = env['FORCE_COLOR']
  if (force !== undefined) return force !== '0' && force !== 'false'
  return stream.isTTY === true && env['TERM'] !== 'dumb'
}
