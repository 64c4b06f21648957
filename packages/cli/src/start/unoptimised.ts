import { endianness } from 'node:os'
import { setFlagsFromString } from 'node:v8'

/**
 * V8 flags for long-running programs, which all supported Node versions set, and their replacements: WebAssembly is
 * never optimised, and a regular expression is compiled to machine code only after a number of matches. Hundreds of
 * expressions are each matched a few times, which takes less time than optimising them.
 */
const OPTIMISING: readonly (readonly [usual: string, instead: string])[] = [
  ['--wasm-tier-up', '--no-wasm-tier-up'],
  ['--wasm-dynamic-tiering', '--no-wasm-dynamic-tiering'],
  ['--regexp-tier-up-ticks=1', '--regexp-tier-up-ticks=30'],
  // On other machines V8 never does this optimisation.
  ...(endianness() === 'LE' ? [['--regexp-peephole-optimization', '--no-regexp-peephole-optimization'] as const] : []),
]

/** Bundles contain copies of this module, but its state belongs to the process. */
const KEY = Symbol.for('chronicle.v8')

/** Changes of the V8 flags since the process started. */
interface FlagChanges {
  /** Whether grammars and expressions stay unoptimised. Absent until something is parsed. */
  unoptimised?: boolean
  /** Whether other flags are set until the process ends. */
  hasOtherFlags?: boolean
}

const changes: FlagChanges = ((process as { [KEY]?: FlagChanges })[KEY] ??= {})

function setOptimising(on: boolean): void {
  for (const [usual, instead] of OPTIMISING) setFlagsFromString(on ? usual : instead)
}

/**
 * Leaves grammars and expressions unoptimised, unless much will be parsed. A process cannot end before V8 has optimised
 * the grammars it used, which takes longer than short commands use them; four seconds for Swift.
 */
export function leaveUnoptimised(): void {
  if (changes.unoptimised !== undefined) return
  changes.unoptimised = true
  setOptimising(false)
}

/** Announces, before anything is parsed, that much will be parsed, and sets V8 flags that suit this. */
export function expectLongRun(flags: readonly string[] = []): void {
  changes.unoptimised = false
  changes.hasOtherFlags = flags.length > 0
  for (const flag of flags) setFlagsFromString(flag)
}

/** Whether other starts would accept code compiled by `withStartFlags`. */
export function hasStartFlags(): boolean {
  return changes.hasOtherFlags !== true
}

/**
 * Runs a function under the flags that the process started with. Under other flags V8 rejects cached code, and no other
 * start would accept the code that is cached.
 */
export function withStartFlags<T>(run: () => T): T {
  if (changes.unoptimised !== true) return run()
  setOptimising(true)
  try {
    return run()
  } finally {
    setOptimising(false)
  }
}
