import {
  codedError,
  type AstError,
  type AstParser,
  type CallOptions,
  type GitBackend,
  type GitError,
  type Outline,
} from '@chronicle/core/contracts'
import {
  err,
  ok,
  safeTry,
  type CodedError,
  type CommitId,
  type LineRange,
  type RepoPath,
  type Result,
  type ResultAsync,
} from '@chronicle/schema'
import { joinRanges } from '../line-ranges.ts'
import { parsePatch, type PatchError } from '../patch/parse-patch.ts'
import { touchedUnits } from '../patch/touched-units.ts'
import type { EvaluationCase, GoldSymbol } from './evaluation-case.ts'

/** A case with all derived gold, and the texts of its gold files. */
export interface CompleteCase extends EvaluationCase {
  readonly base: CommitId
  readonly goldSymbols: readonly GoldSymbol[]
  readonly goldLines: Readonly<Record<string, readonly LineRange[]>>
  /** Lines of the gold files at the base. */
  readonly goldTexts: ReadonlyMap<RepoPath, readonly string[]>
}

/**
 * Errors of a case that cannot be used. `case_not_usable`: its base is not a commit of the repository, or none of its
 * gold files exists there.
 */
export type CompleteCaseError = GitError | AstError | PatchError | CodedError<'case_not_usable'>

/**
 * Derives what a case does not state: gold files are those that exist at the base, gold lines those that the patch
 * touches, gold symbols the innermost units of those lines. Stated values are kept, with the lines of symbols added
 * from the outline where possible. Files without a grammar have no units.
 */
export function completeCase(
  evaluationCase: EvaluationCase,
  { git, ast }: { readonly git: GitBackend; readonly ast: AstParser },
  options?: CallOptions,
): ResultAsync<CompleteCase, CompleteCaseError> {
  return safeTry(async function* () {
    const base = yield* git.resolve(evaluationCase.base, options)
    if (base === undefined) {
      return notUsable(evaluationCase, `its base ${evaluationCase.base} is no commit of ${evaluationCase.repository}`)
    }
    const goldTexts = new Map<RepoPath, readonly string[]>()
    const outlines = new Map<RepoPath, Outline>()
    for (const path of evaluationCase.goldFiles) {
      const file = yield* git.readFile({ commit: base }, path, options)
      if (file?.kind !== 'file') continue
      const text = new TextDecoder().decode(file.bytes)
      goldTexts.set(path, text.split('\n'))
      const outline = yield* outlineOf(ast, path, text, options)
      if (outline !== undefined) outlines.set(path, outline)
    }
    if (goldTexts.size === 0) return notUsable(evaluationCase, `none of its files is there at ${base}`)
    const lines = yield* goldLines(evaluationCase)
    return ok({
      ...evaluationCase,
      base,
      goldFiles: [...goldTexts.keys()],
      goldSymbols:
        evaluationCase.goldSymbols?.map((symbol) => addSymbolLines(symbol, outlines)) ?? unitsAt(lines, outlines),
      goldLines: Object.fromEntries(Object.entries(lines).filter(([path]) => goldTexts.has(path as RepoPath))),
      goldTexts,
    })
  })
}

function outlineOf(
  ast: AstParser,
  path: RepoPath,
  text: string,
  options: CallOptions | undefined,
): ResultAsync<Outline | undefined, AstError> {
  return ast
    .outline({ path, text }, options)
    .orElse<Outline | undefined, AstError>((error) =>
      error.code === 'no_grammar' || error.code === 'source_too_large' ? ok(undefined) : err(error),
    )
}

function goldLines({
  goldLines: stated,
  patch,
  goldFiles,
}: EvaluationCase): Result<Readonly<Record<string, readonly LineRange[]>>, PatchError> {
  if (stated !== undefined) return ok(stated)
  if (patch === undefined) return ok({})
  return parsePatch(patch).map((files) =>
    Object.fromEntries(
      goldFiles.flatMap((path) => {
        const touched = files.flatMap((file) => (file.oldPath === path ? file.touched : []))
        return touched.length === 0 ? [] : [[path, joinRanges(touched)]]
      }),
    ),
  )
}

function unitsAt(
  lines: Readonly<Record<string, readonly LineRange[]>>,
  outlines: ReadonlyMap<RepoPath, Outline>,
): readonly GoldSymbol[] {
  return [...outlines].flatMap(([path, outline]) =>
    touchedUnits(lines[path] ?? [], outline).map((unit) => ({ path, name: unit.name, lines: unit.lines })),
  )
}

/** Returns the symbol with the lines of its unit, if exactly one unit has its name. */
function addSymbolLines(symbol: GoldSymbol, outlines: ReadonlyMap<RepoPath, Outline>): GoldSymbol {
  if (symbol.lines !== undefined) return symbol
  const found = [...outlines].flatMap(([path, { units }]) =>
    symbol.path !== undefined && symbol.path !== path
      ? []
      : units.flatMap(({ name, lines }) => (isNamed(name, symbol.name) ? [{ path, name, lines }] : [])),
  )
  const [only] = found
  return only !== undefined && found.length === 1 ? { ...symbol, path: only.path, lines: only.lines } : symbol
}

/** Whether a unit's qualified name equals the given name, or ends with it at a segment. */
export function isNamed(qualified: string, name: string): boolean {
  return qualified === name || qualified.endsWith(`::${name}`)
}

function notUsable({ id }: EvaluationCase, reason: string): Result<never, CompleteCaseError> {
  return err(codedError('case_not_usable', `Case ${id} cannot be used: ${reason}.`, { data: { id } }))
}
