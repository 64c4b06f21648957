import { CORRECTION_FACTORS } from '@chronicle/core'
import {
  codedError,
  requireArguments,
  requireKnownArguments,
  SCORER_NAMES,
  type ArgumentKind,
  type GitError,
} from '@chronicle/core/contracts'
import type { OpenOptions } from './chronicle.ts'
import { unknownOption } from './unknown-option.ts'

/** Options of an untyped caller. */
type UncheckedOptions = { readonly [Name in keyof OpenOptions]?: unknown }

/** All option names. The record type makes a missing name a compile error. */
const KNOWN: Readonly<Record<keyof OpenOptions, true>> = {
  ...{ dir: true, git: true, gitBackend: true, cacheDir: true, index: true, history: true, env: true },
  ...{ preferEnv: true, clock: true, tool: true, ast: true, scorer: true, trimmer: true, tokens: true },
  ...{ formatter: true, notesRefs: true, depsScanLimit: true, correctionFactors: true },
}

/** The allowed values of string options. */
const CHOICES = { gitBackend: ['cli', 'isomorphic'], index: ['files', 'sqlite'], scorer: SCORER_NAMES } as const

/** The method that a custom seam or stage must have. Some can be a word or `false` instead. */
const METHODS = {
  ...{ git: 'describe', ast: 'outline', history: 'annotationsOf', index: 'refresh', scorer: 'score' },
  ...{ trimmer: 'trim', tokens: 'count', formatter: 'format' },
} as const

function hasMethod(part: unknown, method: string): boolean {
  return typeof part === 'object' && part !== null && typeof (part as Record<string, unknown>)[method] === 'function'
}

/** Returns an error for an invalid option from an untyped caller, or `undefined` if all are valid. */
export function validateOptions(given: UncheckedOptions | undefined): GitError | undefined {
  const options = given as UncheckedOptions
  const place = requireArguments(options, given?.git === undefined ? { dir: 'text' } : {}, 'unsupported')
  if (place.isErr()) return place.error
  return (
    unknownOption(options, KNOWN) ??
    findWrongKind(options) ??
    findWrongFactor(options) ??
    findWrongPart(options) ??
    findWrongWord(options)
  )
}

const KINDS: { readonly [Name in keyof OpenOptions]?: ArgumentKind } = {
  ...{ notesRefs: 'texts?', env: 'object?', preferEnv: 'boolean?', tool: 'text?', clock: 'function?' },
  ...{ depsScanLimit: 'count?', correctionFactors: 'object?' },
}

function findWrongKind(options: UncheckedOptions): GitError | undefined {
  const { cacheDir } = options
  const kinds = cacheDir === false ? KINDS : { ...KINDS, cacheDir: 'text?' as const }
  const checked = requireArguments(options, kinds, 'unsupported')
  if (checked.isErr()) return checked.error
  if (cacheDir !== '') return undefined
  return codedError('unsupported', 'The cacheDir is empty. Give a folder, or false for none.')
}

function findWrongFactor({ correctionFactors }: UncheckedOptions): GitError | undefined {
  const factors = (correctionFactors ?? {}) as Readonly<Record<string, number | undefined>>
  const kinds = Object.fromEntries(Object.keys(CORRECTION_FACTORS).map((name) => [name, 'number?' as const]))
  const checked = requireKnownArguments(factors, kinds, 'unsupported', 'correctionFactors.')
  if (checked.isErr()) return checked.error
  for (const [name, factor = 0] of Object.entries(factors)) {
    if (factor >= 0 && (factor <= 1 || name === 'flagsCounted')) continue
    const range = name === 'flagsCounted' ? 'of 0 or more' : 'from 0 to 1'
    return codedError('unsupported', `The argument correctionFactors.${name} is ${factor}. Give a number ${range}.`)
  }
  return undefined
}

function findWrongPart(options: UncheckedOptions): GitError | undefined {
  for (const [name, method] of Object.entries(METHODS)) {
    const part = options[name as keyof typeof METHODS]
    if (part === undefined || hasMethod(part, method)) continue
    if ((name === 'history' && part === false) || (name in CHOICES && typeof part !== 'object')) continue
    const message = `The argument ${name} is no object with the method ${method}. Give one of your own, or leave it out.`
    return codedError('unsupported', message)
  }
  return undefined
}

function findWrongWord(options: UncheckedOptions): GitError | undefined {
  for (const [name, choices] of Object.entries(CHOICES)) {
    const word = options[name as keyof typeof CHOICES]
    if (word === undefined || typeof word === 'object' || (choices as readonly unknown[]).includes(word)) continue
    return codedError('unsupported', `There is no ${name} ${JSON.stringify(word)}. Give one of ${choices.join(', ')}.`)
  }
  return undefined
}
