/** Lines, 1-based, both included. */
export interface Block {
  readonly start: number
  readonly end: number
}

/**
 * The innermost blocks of indented lines whose brackets or quotes do not match: where a source that does not parse is
 * most likely broken. Indentation says what belongs together even when the brackets do not.
 */
export function brokenBlocks(source: string): readonly Block[] {
  const lines = source.split('\n').map(readLine)
  const broken: Block[] = []
  const open: { readonly indent: number; readonly start: number; end: number; depths: Depths; innerBroken: boolean }[] = []
  const close = (indent: number): void => {
    for (let block = open.at(-1); block !== undefined && block.indent >= indent; block = open.at(-1)) {
      open.pop()
      const parent = open.at(-1)
      const isBroken = block.depths.some((depth) => depth !== 0)
      if (isBroken && !block.innerBroken) broken.push({ start: block.start, end: block.end })
      if (parent === undefined) continue
      parent.end = block.end
      parent.depths = add(parent.depths, block.depths)
      if (isBroken || block.innerBroken) parent.innerBroken = true
    }
  }
  lines.forEach(({ indent, continues, depths }, index) => {
    if (indent === undefined) return
    close(continues ? indent + 1 : indent)
    const same = open.at(-1)
    if (same !== undefined && same.indent === indent) {
      same.end = index + 1
      same.depths = add(same.depths, depths)
    } else open.push({ indent, start: index + 1, end: index + 1, depths, innerBroken: false })
  })
  close(0)
  return broken
}

/** Blanks out lines; everything else stays where it is. */
export function withoutBlocks(source: string, blocks: readonly Block[]): string {
  const lines = source.split('\n')
  for (const { start, end } of blocks) lines.fill('', start - 1, end)
  return lines.join('\n')
}

/** How many of `()`, `[]`, `{}` and of each quote are open. */
type Depths = readonly [round: number, square: number, curly: number, quotes: number]

interface Line {
  /** Absent on blank lines. */
  readonly indent: number | undefined
  readonly continues: boolean
  readonly depths: Depths
}

function readLine(line: string): Line {
  const text = line.trim()
  const indent = text === '' ? undefined : line.length - line.trimStart().length
  return { indent, continues: /^[)\]}{]/u.test(text), depths: depthsOf(text) }
}

function depthsOf(text: string): Depths {
  const code = text.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/gu, '').replace(/(?:\/\/|\/\*|#|^\*).*$/u, '')
  let [round, square, curly, quotes] = [0, 0, 0, 0]
  for (const sign of code) {
    if (sign === '(') round++
    else if (sign === ')') round--
    else if (sign === '[') square++
    else if (sign === ']') square--
    else if (sign === '{') curly++
    else if (sign === '}') curly--
    else if (sign === '"') quotes++
  }
  return [round, square, curly, quotes]
}

function add(left: Depths, right: Depths): Depths {
  return [left[0] + right[0], left[1] + right[1], left[2] + right[2], left[3] + right[3]]
}
