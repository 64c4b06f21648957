/**
 * Marks a text as data written by somebody else, not as an instruction. The mark contains a number with which it does
 * not occur in the text, so that the text cannot end the block.
 */
export function dataBlock(source: string, text: string): string {
  let number = 1
  while (text.includes(`data-${number}`)) number++
  const from = source.replace(/[\s"<>]+/g, ' ')
  return `<data-${number} from="${from}">\n${text}\n</data-${number}>`
}
