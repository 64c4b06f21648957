import { err, ok, safeTry, type CodedError, type Result } from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'
import { showName } from '../host/one-line.ts'
import { parseLines } from './parse-lines.ts'
import type { FilePart } from './resolve-targets.ts'

/** The options that select a part of a file. */
export interface PartFlags {
  readonly anchor?: string
  readonly lines?: string
}

/** Returns the part of a file that was given besides its path: a unit, as an argument or an option, or lines. */
export function parsePart(argument: string | undefined, flags: PartFlags): Result<FilePart, CodedError> {
  return safeTry(function* () {
    if (argument !== undefined && flags.anchor !== undefined) {
      const message = `The anchor is given twice: '${showName(argument)}' and '${showName(flags.anchor)}'.`
      return err(codedError('usage', message))
    }
    const anchor = argument ?? flags.anchor
    const lines = yield* parseLines(flags.lines)
    if (anchor !== undefined && lines !== undefined) {
      const message = `A unit and lines cannot be given together. Leave '${showName(anchor)}' or --lines out.`
      return err(codedError('usage', message, { data: { argument: anchor } }))
    }
    return ok({ anchor, lines })
  })
}
