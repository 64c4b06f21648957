import type { ReadOutput } from '@chronicle/schema'
import { StageError } from '../contracts/named-stage.ts'

interface Stage {
  readonly name: string
}

/** Returns what a trimmer returned. Throws if it is no output: a trimmer in JavaScript can return anything. */
export function requireOutput(output: unknown, { name }: Stage): ReadOutput {
  if (Array.isArray((output as Partial<ReadOutput> | null | undefined)?.regions)) return output as ReadOutput
  // eslint-disable-next-line no-restricted-syntax -- a trimmer has no other way to fail
  throw new StageError(`The trimmer ${name} returned no output with regions.`)
}

/** Returns what a formatter returned. Throws if it is no text. */
export function requireRendered(text: unknown, { name }: Stage): string {
  if (typeof text === 'string') return text
  // eslint-disable-next-line no-restricted-syntax -- a formatter has no other way to fail
  throw new StageError(`The formatter ${name} returned no text.`)
}
