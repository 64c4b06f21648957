import type { AstParser } from '@chronicle/core/contracts'

/** What answers about commits depend on besides the commits. */
interface HistoryMaker {
  readonly writer: { readonly name: string; readonly version?: string }
  readonly ast: Pick<AstParser, 'name' | 'version'> | undefined
  readonly maxDiffLines: number
}

/** Changes when what is skipped or kept for all writers does. */
const FORMAT = 1

/** Names what makes answers about commits: an answer of another maker is not used. */
export function historyMaker({ ast, maxDiffLines, writer }: HistoryMaker): string {
  const parser = ast === undefined ? '' : `${ast.name}@${ast.version}`
  return JSON.stringify([FORMAT, writer.name, writer.version ?? '', parser, maxDiffLines])
}
