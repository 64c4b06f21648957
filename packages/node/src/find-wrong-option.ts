import { codedError, requireArguments, SCORER_NAMES, type GitError } from '@chronicle/core/contracts'

/** Options whose values are checked. */
type GivenOptions = {
  readonly [
    Name in 'dir' | 'git' | 'gitBackend' | 'index' | 'scorer' | 'cacheDir' | 'notesRefs' | 'env' | 'preferEnv' | 'tool'
  ]?: unknown
}

/** What options that are words can be. */
const CHOICES = { gitBackend: ['cli', 'isomorphic'], index: ['files', 'sqlite'], scorer: SCORER_NAMES } as const

/** Tells what a program without types gave instead of an option. `undefined`: nothing is wrong. */
export function findWrongOption(given: GivenOptions | undefined): GitError | undefined {
  const options = given as GivenOptions
  const place = requireArguments(options, given?.git === undefined ? { dir: 'text' } : {}, 'not_a_repository')
  if (place.isErr()) return place.error
  const { gitBackend, index, scorer, cacheDir } = options
  const kinds = { notesRefs: 'texts?', env: 'object?', preferEnv: 'boolean?', tool: 'text?' } as const
  const others = requireArguments(options, cacheDir === false ? kinds : { ...kinds, cacheDir: 'text?' }, 'unsupported')
  if (others.isErr()) return others.error
  if (cacheDir === '') return codedError('unsupported', 'The cacheDir is empty. Give a folder, or false for none.')
  const parts = Object.entries({ index, scorer }).filter(([, part]) => typeof part !== 'object')
  const words = { gitBackend, ...Object.fromEntries(parts) }
  for (const [name, word] of Object.entries(words)) {
    const choices: readonly unknown[] = CHOICES[name as keyof typeof CHOICES]
    if (word === undefined || choices.includes(word)) continue
    return codedError('unsupported', `There is no ${name} ${JSON.stringify(word)}. Give one of ${choices.join(', ')}.`)
  }
  return undefined
}
