import type { Settings } from '../config/settings.ts'

/** The options of `hook`. */
export interface HookFlags {
  readonly notesRef?: Settings['notesRefs']
}
