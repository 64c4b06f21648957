import { cachedDataVersionTag, setFlagsFromString } from 'node:v8'

/** Without these V8 never optimises WebAssembly. Both are on by default in all versions of Node that are supported. */
const OPTIMISING = ['wasm-tier-up', 'wasm-dynamic-tiering']

/** Bundles have copies of this module. What it knows belongs to the process. */
const KEY = Symbol.for('chronicle.unoptimised')
const shared = process as { [KEY]?: 'never' | 'now' }

const atStart = cachedDataVersionTag()

function setOptimising(on: boolean): void {
  for (const flag of OPTIMISING) setFlagsFromString(on ? `--${flag}` : `--no-${flag}`)
}

/**
 * Leaves grammars as they are, unless much is going to be parsed. A process cannot end before V8 has optimised those it
 * used, which takes longer than what short commands do with them; four seconds for Swift.
 */
export function leaveUnoptimised(): void {
  if (shared[KEY] !== undefined) return
  shared[KEY] = 'now'
  setOptimising(false)
}

/** Says, before anything is parsed, that much is going to be. */
export function expectLongRun(): void {
  shared[KEY] = 'never'
}

/**
 * Runs something under the flags that the process was started with: under others V8 does not take compiled code that was
 * kept, and what is kept is for no other start.
 */
export function asAtStart<T>(run: () => T): T {
  if (shared[KEY] !== 'now') return run()
  setOptimising(true)
  try {
    return run()
  } finally {
    setOptimising(false)
  }
}

/** Whether another start would take what is compiled now: no other flag was set since the start of this one. */
export function isAsAtStart(): boolean {
  return cachedDataVersionTag() === atStart
}
