import { err, ok, parsePlace, type CodedError, type Result, type SemanticDependency } from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'

/** The form of a dependency on the command line. */
const DEPENDS_ON_FORM = '<path>:<unit>=<assumption>, such as src/pool.ts:Pool::acquire="hands out at most four"'

/** Parses `src/pool.ts:Pool::acquire=hands out at most four`, or `src/pool.ts=…` for a whole file. */
function parseDependsOn(text: string): Result<SemanticDependency, CodedError<'usage'>> {
  const [, place, nature] = /^\s*([^=]*[^=\s])\s*=\s*(\S[^]*?)\s*$/u.exec(text) ?? []
  if (place === undefined || nature === undefined) {
    return err(codedError('usage', `--depends-on is '${text}'; expected ${DEPENDS_ON_FORM}.`))
  }
  const { file, anchor = '' } = parsePlace(place)
  return ok({ file, anchor, nature })
}

/** Parses each text as a dependency, or returns all problems in one error. */
export function parseDependsOnAll(
  texts: readonly string[],
): Result<readonly SemanticDependency[], CodedError<'usage'>> {
  return parseAll(texts, parseDependsOn)
}

/** Parses all texts, or returns all problems in one error. */
export function parseAll<T>(
  texts: readonly string[],
  parse: (text: string) => Result<T, CodedError<'usage'>>,
): Result<readonly T[], CodedError<'usage'>> {
  const parsed = texts.map(parse)
  const problems = parsed.flatMap((each) => (each.isErr() ? [each.error.message] : []))
  if (problems.length > 0) return err(codedError('usage', problems.join(' ')))
  return ok(parsed.flatMap((each) => (each.isOk() ? [each.value] : [])))
}
