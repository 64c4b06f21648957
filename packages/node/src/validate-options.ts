import {
  codedError,
  findUnknownArgument,
  requireArguments,
  SCORER_NAMES,
  type GitError,
} from '@chronicle/core/contracts'
import { parseNotesRef } from '@chronicle/schema'
import type { OpenOptions } from './chronicle.ts'

/** Options whose values are validated. */
type UncheckedOptions = {
  readonly [
    Name in
      | 'dir'
      | 'git'
      | 'gitBackend'
      | 'index'
      | 'scorer'
      | 'cacheDir'
      | 'notesRefs'
      | 'env'
      | 'preferEnv'
      | 'tool'
      | 'history'
      | 'trimmer'
      | 'tokens'
  ]?: unknown
}

/** All option names. The record type makes a missing name a compile error. */
const KNOWN: Readonly<Record<keyof OpenOptions, true>> = {
  ...{ dir: true, git: true, gitBackend: true, cacheDir: true, index: true, history: true, env: true },
  ...{ preferEnv: true, clock: true, tool: true, ast: true, scorer: true, trimmer: true, tokens: true },
  ...{ formatter: true, notesRefs: true, depsScanLimit: true, correctionFactors: true },
}

/** The allowed values of string options. */
const CHOICES = { gitBackend: ['cli', 'isomorphic'], index: ['files', 'sqlite'], scorer: SCORER_NAMES } as const

/** The method that a custom stage must have. */
const METHODS = { history: 'annotationsOf', trimmer: 'trim', tokens: 'count' } as const

function hasMethod(part: unknown, method: string): boolean {
  return typeof part === 'object' && part !== null && typeof (part as Record<string, unknown>)[method] === 'function'
}

/** Returns an error for an invalid option from an untyped caller, or `undefined` if all are valid. */
export function validateOptions(given: UncheckedOptions | undefined): GitError | undefined {
  const options = given as UncheckedOptions
  const place = requireArguments(options, given?.git === undefined ? { dir: 'text' } : {}, 'unsupported')
  if (place.isErr()) return place.error
  const unknown = findUnknownArgument(options, Object.keys(KNOWN))
  if (unknown !== undefined) return codedError('unsupported', unknown.message, { data: unknown.data })
  const { gitBackend, index, scorer, cacheDir } = options
  const kinds = { notesRefs: 'texts?', env: 'object?', preferEnv: 'boolean?', tool: 'text?' } as const
  const others = requireArguments(options, cacheDir === false ? kinds : { ...kinds, cacheDir: 'text?' }, 'unsupported')
  if (others.isErr()) return others.error
  if (cacheDir === '') return codedError('unsupported', 'The cacheDir is empty. Give a folder, or false for none.')
  const wrongRef = (options.notesRefs as readonly string[] | undefined)?.find((ref) => parseNotesRef(ref) === undefined)
  if (wrongRef !== undefined) {
    const message = `${JSON.stringify(wrongRef.slice(0, 100))} is no notes ref. Give its full name, such as refs/notes/chronicle.`
    return codedError('unsupported', message)
  }
  for (const [name, method] of Object.entries(METHODS)) {
    const part = options[name as keyof typeof METHODS]
    if (part === undefined || (name === 'history' && part === false) || hasMethod(part, method)) continue
    const message = `The argument ${name} is no object with the method ${method}. Give one of your own, or leave it out.`
    return codedError('unsupported', message)
  }
  const parts = Object.entries({ index, scorer }).filter(([, part]) => typeof part !== 'object')
  const words = { gitBackend, ...Object.fromEntries(parts) }
  for (const [name, word] of Object.entries(words)) {
    const choices: readonly unknown[] = CHOICES[name as keyof typeof CHOICES]
    if (word === undefined || choices.includes(word)) continue
    return codedError('unsupported', `There is no ${name} ${JSON.stringify(word)}. Give one of ${choices.join(', ')}.`)
  }
  return undefined
}
