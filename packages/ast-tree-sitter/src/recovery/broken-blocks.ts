/** A range of lines, 1-based, both ends inclusive. */
export interface Block {
  readonly start: number
  readonly end: number
}

/**
 * Returns the smallest blocks of lines in which brackets do not match: the most likely causes of a syntax error.
 * Indentation shows what belongs together even when brackets do not match.
 */
export function brokenBlocks(source: string): readonly Block[] {
  const broken: Block[] = []
  const suspects = blocksOf(source).filter(isOpen)
  for (let block = suspects.pop(); block !== undefined; block = suspects.pop()) {
    const inner = block.inner.filter(isOpen)
    const withoutInner = inner.reduce((balance, { total }) => subtract(balance, total), block.total)
    if (inner.length > 0 && isEven(withoutInner)) suspects.push(...inner)
    else broken.push({ start: block.start, end: block.end })
  }
  return broken
}

/** Blanks out the lines of blocks; all other lines keep their numbers. */
export function withoutBlocks(source: string, blocks: readonly Block[]): string {
  const lines = source.split('\n')
  for (const { start, end } of blocks) lines.fill('', start - 1, end)
  return lines.join('\n')
}

/** A line, the lines that continue it at the same indentation, and the lines indented deeper. */
interface IndentedBlock extends Block {
  readonly indent: number
  end: number
  /** The balance of all its lines. */
  total: Balance
  readonly inner: IndentedBlock[]
}

function blocksOf(source: string): readonly IndentedBlock[] {
  const root: IndentedBlock = { indent: -1, start: 1, end: 1, total: EVEN, inner: [] }
  const open = [root]
  source.split('\n').forEach((line, index) => {
    const text = line.trim()
    if (text === '') return
    const indent = line.length - line.trimStart().length
    const goesOn = /^[)\]}{]/u.test(text)
    while ((open.at(-1)?.indent ?? -1) > indent || (!goesOn && open.at(-1)?.indent === indent)) open.pop()
    if (open.at(-1)?.indent !== indent) {
      const block: IndentedBlock = { indent, start: index + 1, end: index + 1, total: EVEN, inner: [] }
      open.at(-1)?.inner.push(block)
      open.push(block)
    }
    const balance = balanceOf(text)
    for (const block of open) {
      block.end = index + 1
      block.total = add(block.total, balance)
    }
  })
  return root.inner
}

/** Numbers of unclosed `()`, `[]` and `{}`, and the number of quotes. */
type Balance = readonly [round: number, square: number, curly: number, quotes: number]

const EVEN: Balance = [0, 0, 0, 0]

function isEven([round, square, curly, quotes]: Balance): boolean {
  return round === 0 && square === 0 && curly === 0 && quotes % 2 === 0
}

function isOpen({ total }: IndentedBlock): boolean {
  return !isEven(total)
}

/** Estimates the balance without the rules of any language. Strings on one line and comments do not count. */
function balanceOf(line: string): Balance {
  const code = line.replace(STRINGS, '').replace(COMMENT, '')
  const count = (sign: string): number => code.split(sign).length - 1
  return [count('(') - count(')'), count('[') - count(']'), count('{') - count('}'), count('"')]
}

const STRINGS = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/gu
const COMMENT = /(?:\/\/|\/\*|#|^\*).*$/u

function add(left: Balance, right: Balance): Balance {
  return [left[0] + right[0], left[1] + right[1], left[2] + right[2], left[3] + right[3]]
}

function subtract(left: Balance, right: Balance): Balance {
  return [left[0] - right[0], left[1] - right[1], left[2] - right[2], left[3] - right[3]]
}
