import { err, ok, parsePlace, type CodedError, type RepoPath, type Result } from '@chronicle/schema'
import { codedError, type CallOptions } from '@chronicle/core/contracts'
import { matchAnchor, nearestNames, nearestPaths } from '@chronicle/core/text'
import { DEPENDENCY_LINE_FORM, parseDependencyLine, type AuthorNote } from '@chronicle/writer'
import type { Repository } from '../host/command-host.ts'
import { showName } from '../host/one-line.ts'

const MAX_NEAREST = 5

/** What an author says that names other code. */
export interface StatedPlaces {
  /** Lines of the form `DEPENDENCY_LINE_FORM`. */
  readonly dependencies?: string
  readonly notes: readonly AuthorNote[]
}

/**
 * Checks, before anything is committed or kept, that each dependency has the form of one, and that the code it names
 * and the places of notes are in the working tree. All that is wrong is one error.
 */
export async function checkStatedPlaces(
  { dependencies = '', notes }: StatedPlaces,
  repository: Repository,
  call: CallOptions,
): Promise<Result<void, CodedError>> {
  const problems: CodedError[] = []
  const places: string[] = notes.flatMap(({ place, on }) => [place, on].filter((each) => each !== undefined))
  for (const [index, line] of dependencies.split('\n').entries()) {
    if (line.trim() === '') continue
    const parsed = parseDependencyLine(line)
    // The line is not repeated: it may hold what nobody should see.
    if (parsed === undefined) {
      problems.push(
        codedError('usage', `Line ${index + 1} of --dependencies is no dependency; expected ${DEPENDENCY_LINE_FORM}.`),
      )
    } else places.push(parsed.anchor === undefined ? parsed.file : `${parsed.file}:${parsed.anchor}`)
  }
  for (const place of new Set(places)) {
    const problem = await findProblem(place, repository, call)
    if (problem.isErr()) return err(problem.error)
    if (problem.value !== undefined) problems.push(problem.value)
  }
  const [first, ...others] = problems
  if (first === undefined) return ok(undefined)
  if (others.length === 0) return err(first)
  return err(codedError('usage', problems.map(({ message }) => message).join(' '), { data: { problems } }))
}

async function findProblem(
  place: string,
  { git, ast }: Repository,
  call: CallOptions,
): Promise<Result<CodedError | undefined, CodedError>> {
  const { file, anchor } = parsePlace(place)
  const path = file as RepoPath
  const found = await git.readFile('WORKTREE', path, call)
  if (found.isErr()) return err(found.error)
  if (found.value === undefined) {
    const files = await git.listFiles('WORKTREE', undefined, call)
    if (files.isErr()) return err(files.error)
    const nearest = nearestPaths(path, files.value)
    const hint = nearest.length === 0 ? '' : ` Nearest paths: ${nearest.map(showName).join(', ')}.`
    return ok(codedError('file_not_found', `File not found: ${showName(path)}.${hint}`, { data: { path, nearest } }))
  }
  if (anchor === undefined || ast.language(path) === undefined) return ok(undefined)
  const text = new TextDecoder().decode(found.value.bytes)
  const outline = await ast.outline({ path, text, blob: found.value.id }, call)
  // A file that cannot be parsed has no names to be wrong about.
  if (outline.isErr()) return ok(undefined)
  const names = [...new Set(outline.value.units.map(({ name }) => name))]
  const match = matchAnchor(anchor, names, (name) => name)
  if (match !== undefined && match.kind !== 'fuzzy') return ok(undefined)
  const nearest = nearestNames(anchor, names, MAX_NEAREST)
  const hint = nearest.length === 0 ? ' The file has no named units.' : ` Nearest: ${nearest.join(', ')}.`
  const message = `Anchor not found: ${showName(anchor)} in ${showName(path)}.${hint}`
  return ok(codedError('anchor_not_found', message, { data: { path, anchor, nearest } }))
}
