import { showInvisible } from './show-invisible.ts'

/** Recorded or given text on one line of a receipt. */
export function oneLine(value: string): string {
  return showInvisible(value.replace(/\s+/gu, ' ').trim())
}

/** A number and its noun. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
