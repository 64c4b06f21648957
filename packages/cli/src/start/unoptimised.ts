import { endianness } from 'node:os'
import { setFlagsFromString } from 'node:v8'

/**
 * What V8 does for programs that run long, as all versions of Node that are supported have it, and what is set instead:
 * WebAssembly is never optimised, and a regular expression compiled to machine code only after so many matches. Hundreds of
 * them are asked a few times each, which takes less time than to make them fast.
 */
const OPTIMISING: readonly (readonly [usual: string, instead: string])[] = [
  ['--wasm-tier-up', '--no-wasm-tier-up'],
  ['--wasm-dynamic-tiering', '--no-wasm-dynamic-tiering'],
  ['--regexp-tier-up-ticks=1', '--regexp-tier-up-ticks=30'],
  // On other machines V8 never does it.
  ...(endianness() === 'LE' ? [['--regexp-peephole-optimization', '--no-regexp-peephole-optimization'] as const] : []),
]

/** Bundles have copies of this module. What it knows belongs to the process. */
const KEY = Symbol.for('chronicle.v8')

/** What was changed of the flags that this process was started with. */
interface Changes {
  /** Whether grammars and expressions are left as they are. Absent as long as nothing was parsed. */
  unoptimised?: boolean
  /** Whether other flags are set until the end. */
  others?: boolean
}

const changes: Changes = ((process as { [KEY]?: Changes })[KEY] ??= {})

function setOptimising(on: boolean): void {
  for (const [usual, instead] of OPTIMISING) setFlagsFromString(on ? usual : instead)
}

/**
 * Leaves grammars and expressions as they are, unless much is going to be parsed. A process cannot end before V8 has
 * optimised the grammars it used, which takes longer than what short commands do with them; four seconds for Swift.
 */
export function leaveUnoptimised(): void {
  if (changes.unoptimised !== undefined) return
  changes.unoptimised = true
  setOptimising(false)
}

/** Says, before anything is parsed, that much is going to be; with flags of V8 that are good for it. */
export function expectLongRun(flags: readonly string[] = []): void {
  changes.unoptimised = false
  changes.others = flags.length > 0
  for (const flag of flags) setFlagsFromString(flag)
}

/** Whether other starts would take what is compiled `asAtStart`. */
export function isAsAtStart(): boolean {
  return changes.others !== true
}

/**
 * Runs something under the flags that the process was started with: under others V8 does not take compiled code that was
 * kept, and what is kept is for no other start.
 */
export function asAtStart<T>(run: () => T): T {
  if (changes.unoptimised !== true) return run()
  setOptimising(true)
  try {
    return run()
  } finally {
    setOptimising(false)
  }
}
