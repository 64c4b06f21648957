import type { Advice } from '@chronicle/schema'
import { showInvisible } from './show-invisible.ts'

/** Formats recorded or passed text as one line of a receipt. */
export function oneLine(value: string): string {
  return showInvisible(value.replace(/\s+/gu, ' ').trim())
}

/** Formats a number with its noun. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Formats advice with the arguments to act on it. */
export function adviceLines(advice: readonly Advice[] = []): readonly string[] {
  return advice.map(({ correct, kind, message }) => {
    const isFlagged = kind === 'constraint_in_doubt' && correct !== undefined
    const place = correct?.anchor === undefined ? {} : { anchor: correct.anchor }
    const call = isFlagged
      ? ` If so, call chronicle_flag with ${JSON.stringify({ path: correct.file, ...place, commit: correct.commit.slice(0, 12) })} and your reason.`
      : ''
    return `- look again: ${oneLine(message)}${showInvisible(call)}`
  })
}
