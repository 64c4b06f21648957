import { setFlagsFromString } from 'node:v8'

/** Without these V8 never optimises WebAssembly. Both are on by default in all versions of Node that are supported. */
const OPTIMISING = ['wasm-tier-up', 'wasm-dynamic-tiering']

/** Bundles have copies of this module. What it knows belongs to the process. */
const KEY = Symbol.for('chronicle.v8')

/** What was changed of the flags that this process was started with. */
interface Changes {
  /** Whether grammars are left as they are. Absent as long as nothing was parsed. */
  unoptimised?: boolean
  /** Whether other flags are set until the end. */
  others?: boolean
}

const changes: Changes = ((process as { [KEY]?: Changes })[KEY] ??= {})

function setOptimising(on: boolean): void {
  for (const flag of OPTIMISING) setFlagsFromString(on ? `--${flag}` : `--no-${flag}`)
}

/**
 * Leaves grammars as they are, unless much is going to be parsed. A process cannot end before V8 has optimised those it
 * used, which takes longer than what short commands do with them; four seconds for Swift.
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
