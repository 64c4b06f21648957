import { err, ok, parsePlace, safeTry, type CodedError, type RepoPath, type ResultAsync } from '@chronicle/schema'
import { codedError, type CallOptions } from '@chronicle/core/contracts'
import { matchAnchor, nearestNames, nearestPaths } from '@chronicle/core/text'
import { DEPENDENCY_LINE_FORM, parseDependencyLine, type AuthorNote } from '@chronicle/writer'
import type { Repository } from '../host/command-host.ts'
import { counted } from '../host/counted.ts'
import { showName } from '../host/one-line.ts'

const MAX_NEAREST = 5
/** Number of problems after which no more places are checked: each check reads the index and compares many names. */
const MAX_PROBLEMS = 20

/** Statements of an author that name other code. */
export interface StatedPlaces {
  /** Lines of the form `DEPENDENCY_LINE_FORM`. */
  readonly dependencies?: string
  readonly notes: readonly AuthorNote[]
}

/**
 * Checks, before anything is committed or kept, that each dependency has the required form, and that the code it names
 * and the places of notes are in the working tree, or, as in a sparse checkout, in the index alone. The first problems
 * are reported in one error, which says how many places were not checked.
 */
export function checkStatedPlaces(
  { dependencies = '', notes }: StatedPlaces,
  repository: Repository,
  call: CallOptions,
): ResultAsync<void, CodedError> {
  return safeTry(async function* () {
    const problems: CodedError[] = []
    const places: string[] = notes.flatMap(({ place, on }) => [place, on].filter((each) => each !== undefined))
    for (const [index, line] of dependencies.split('\n').entries()) {
      if (line.trim() === '') continue
      const parsed = parseDependencyLine(line)
      // The line is not repeated in the message, because it may contain secrets.
      if (parsed === undefined) {
        problems.push(
          codedError(
            'usage',
            `Line ${index + 1} of --dependencies is no dependency; expected ${DEPENDENCY_LINE_FORM}.`,
          ),
        )
      } else places.push(parsed.anchor === undefined ? parsed.file : `${parsed.file}:${parsed.anchor}`)
    }
    for (const { place, on } of notes) {
      if (place === undefined || place !== on) continue
      const message = `The dependency of ${showName(place)} points to itself. Name other code that it relies on, or say it with --constraint.`
      problems.push(codedError('dependency_on_itself', message, { data: { place } }))
    }
    const unchecked = new Set(places)
    for (const place of unchecked) {
      if (problems.length >= MAX_PROBLEMS) break
      const problem = yield* findProblem(place, repository, call)
      if (problem !== undefined) problems.push(problem)
      unchecked.delete(place)
    }
    const [first, ...others] = problems
    if (first === undefined) return ok(undefined)
    if (others.length === 0) return err(first)
    const shown = problems.map(({ message }) => message)
    if (unchecked.size > 0) shown.push(`Not checked: ${counted(unchecked.size, 'more place')}.`)
    return err(codedError('usage', shown.join(' '), { data: { problems } }))
  })
}

function findProblem(
  place: string,
  { git, ast }: Repository,
  call: CallOptions,
): ResultAsync<CodedError | undefined, CodedError> {
  return safeTry(async function* () {
    const { file, anchor } = parsePlace(place)
    const path = file as RepoPath
    const found = (yield* git.readFile('WORKTREE', path, call)) ?? (yield* git.readFile('INDEX', path, call))
    if (found === undefined) {
      const files = yield* git.listFiles('WORKTREE', undefined, call)
      const nearest = nearestPaths(path, files)
      const hint = nearest.length === 0 ? '' : ` Nearest paths: ${nearest.map(showName).join(', ')}.`
      return ok(codedError('file_not_found', `File not found: ${showName(path)}.${hint}`, { data: { path, nearest } }))
    }
    if (anchor === undefined) return ok(undefined)
    const text = new TextDecoder().decode(found.bytes)
    if (ast.language(path) === undefined) {
      // Without a grammar a name cannot be looked up, but it must occur in the file.
      if (text.includes(anchor.split(/::|[.#/]/u).at(-1) ?? anchor)) return ok(undefined)
      const message = `Anchor not found: ${showName(anchor)} in ${showName(path)}. Nothing in the file has that name.`
      return ok(codedError('anchor_not_found', message, { data: { path, anchor, nearest: [] } }))
    }
    const outline = await ast.outline({ path, text, blob: found.id }, call)
    // If a file cannot be parsed, its names cannot be checked.
    if (outline.isErr()) return ok(undefined)
    const names = [...new Set(outline.value.units.map(({ name }) => name))]
    const match = matchAnchor(anchor, names, (name) => name)
    if (match !== undefined && match.kind !== 'fuzzy') return ok(undefined)
    const nearest = nearestNames(anchor, names, MAX_NEAREST)
    const hint = nearest.length === 0 ? ' The file has no named units.' : ` Nearest: ${nearest.join(', ')}.`
    const message = `Anchor not found: ${showName(anchor)} in ${showName(path)}.${hint}`
    return ok(codedError('anchor_not_found', message, { data: { path, anchor, nearest } }))
  })
}
