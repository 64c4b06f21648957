/** A fenced block of a Markdown page. */
export interface CodeBlock {
  /** `ts`, `sh`, `markdown`, … */
  readonly language: string
  /**
   * The other words of the opening fence. `run`: the tests execute the block. `output`: the output of the previous
   * block.
   */
  readonly words: readonly string[]
  readonly text: string
  /** Line of the opening fence, 1-based. */
  readonly line: number
}

/** Returns the fenced blocks of a page, in order. */
export function codeBlocks(markdown: string): readonly CodeBlock[] {
  const blocks: CodeBlock[] = []
  const lines = markdown.split('\n')
  for (let start = 0; start < lines.length; start++) {
    const [, fence, info] = /^(`{3,})(.+)$/.exec(lines[start] ?? '') ?? []
    if (fence === undefined || info === undefined) continue
    const length = lines.slice(start + 1).indexOf(fence)
    if (length === -1) throw new Error(`The block that starts on line ${start + 1} does not end`)
    const [language = '', ...words] = info.trim().split(/\s+/)
    const text = lines.slice(start + 1, start + 1 + length).join('\n')
    blocks.push({ language, words, text: `${text}\n`, line: start + 1 })
    start += length + 1
  }
  return blocks
}
