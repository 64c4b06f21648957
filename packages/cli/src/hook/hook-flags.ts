import type { Settings } from '../config/settings.ts'

/** The options of `hook`. */
export interface HookFlags {
  readonly notesRef?: Settings['notesRefs']
  /** Milliseconds that the history may take before an edit. */
  readonly historyMs?: number
}
