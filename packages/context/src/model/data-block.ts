/**
 * Marks a text as what somebody else wrote, which is nobody's instruction. The mark has a number with which it does
 * not occur in the text, so that the text cannot end the block.
 */
export function dataBlock(source: string, text: string): string {
  let number = 1
  while (text.includes(`data-${String(number)}`)) number++
  const mark = `data-${String(number)}`
  return `<${mark} from="${source.replace(/[\s"<>]+/g, ' ')}">\n${text}\n</${mark}>`
}
