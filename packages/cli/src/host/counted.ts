/** Formats a number and its noun, in the plural unless the number is one. */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
