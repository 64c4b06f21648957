import type { AstParser } from '@chronicle/core/contracts'

/** Everything that answers about commits depend on, besides the commits. */
interface AnswerKeyInput {
  readonly writer: { readonly name: string; readonly version?: string | undefined }
  readonly ast: Pick<AstParser, 'name' | 'version'> | undefined
  readonly maxDiffLines: number
}

/** Changed when the rules for skipping or caching change for all writers. */
const FORMAT = 1

/** Returns a key for everything that answers depend on. Answers with another key are not used. */
export function historyAnswerKey({ ast, maxDiffLines, writer }: AnswerKeyInput): string {
  const parser = ast === undefined ? '' : `${ast.name}@${ast.version}`
  return JSON.stringify([FORMAT, writer.name, writer.version ?? '', parser, maxDiffLines])
}
