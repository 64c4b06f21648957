import type { Diagnostic, RepoPath } from '@chronicle/schema'
import type { AstParser, Outline } from '../contracts/ast-parser.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import type { FileContent } from '../contracts/git-backend.ts'
import { neutralisePath } from '../format/neutralise-text.ts'
import { isBinary } from '../text/text-bytes.ts'

/** The parser, and the function to which failures are reported. */
interface OutlineDependencies {
  readonly ast: AstParser | undefined
  readonly call: CallOptions
  readonly report: (diagnostic: Diagnostic) => void
}

/**
 * Creates a function that parses a file at most once. A language without a grammar and a failed parse are reported as
 * diagnostics, not errors.
 */
export function outlineOnce(
  path: RepoPath,
  content: FileContent,
  { ast, call, report }: OutlineDependencies,
): () => Promise<Outline | undefined> {
  let outline: Promise<Outline | undefined> | undefined
  const parse = async (): Promise<Outline | undefined> => {
    if (ast === undefined || isBinary(content.bytes)) return undefined
    if (ast.language(path) === undefined) return undefined
    const text = new TextDecoder().decode(content.bytes)
    const parsed = await ast.outline({ path, text, blob: content.id }, call)
    if (parsed.isOk()) return parsed.value
    const message = `${neutralisePath(path)} could not be parsed (${parsed.error.message}); anchors were not checked against the code.`
    report({ code: 'outline_failed', severity: 'warning', message, path })
    return undefined
  }
  return () => (outline ??= parse())
}
