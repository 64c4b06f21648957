import type { WriterName } from '../config/settings.ts'
import type { WritingFlags } from '../writing/writing-flags.ts'

/** The options of `annotate` as given by the user. */
export interface AnnotateFlags extends Omit<WritingFlags, 'writer'> {
  readonly writer?: WriterName | 'live'
  readonly live?: true
  readonly json?: string
  readonly file?: string
  readonly commit?: string
  readonly range?: string
  readonly async?: true
  readonly sync?: true
  readonly squashSources?: readonly string[]
  readonly amendSource?: string
  readonly force?: true
  readonly review?: true
}

/** Whether the author states the annotation. Otherwise it is written from the commit. */
export function isLive({ live, writer, json, file }: AnnotateFlags): boolean {
  return live === true || writer === 'live' || json !== undefined || file !== undefined
}
