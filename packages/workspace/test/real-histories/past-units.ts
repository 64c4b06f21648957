import type { AstParser, AstUnit, GitBackend } from '@chronicle/core'
import { omitUndefined, type CommitId, type RepoPath } from '@chronicle/schema'
import { plantNotes, type FixtureRepository } from '@chronicle/testing'
import { pick, seededRandom } from '../../src/confidence/seeded-random.ts'

/** A unit at a past commit, with the constraint recorded on that commit. */
export interface PastUnit {
  readonly commit: CommitId
  readonly file: RepoPath
  /** The text of the file at the commit. */
  readonly text: string
  readonly unit: AstUnit
  readonly constraint: string
}

/** A real repository, with its git backend and parser. */
export interface RealHistory {
  readonly repository: FixtureRepository
  readonly git: GitBackend
  readonly ast: AstParser
}

const SOURCE = /\.(?:[cm]?js|ts|py|go|rs)$/
/** Files that the project did not write itself: copied libraries and generated files. */
const NOT_WRITTEN_HERE =
  /(?:^|\/)(?:node_modules|vendor|_vendor|third_party|dist|support)\/|(?:^|\/)requests\/packages\/|\.min\.js$|(?:^|\/)(?:jquery|underscore)[^/]*\.js$/
const TYPES: ReadonlySet<string> = new Set([
  ...['function', 'method', 'constructor', 'getter', 'setter'],
  ...['class', 'struct', 'trait', 'interface', 'enum'],
])
const MAX_TEXT_LENGTH = 300_000
/** Maximum number of tries per unit: a commit may have no source file, and a file no unit. */
const MAX_TRIES = 8

/** Whether a path is source code that the project wrote itself. */
export function isOwnSource(path: string): boolean {
  return SOURCE.test(path) && !NOT_WRITTEN_HERE.test(path)
}

/** Chooses functions, methods and types at random: a commit, then one of its source files, then one of its units. */
export async function choosePastUnits(
  { ast, git, repository }: RealHistory,
  count: number,
  seed: number,
): Promise<readonly PastUnit[]> {
  const random = seededRandom(seed)
  const commits = (await repository.git('rev-list', 'HEAD')).split('\n') as CommitId[]
  const chosen = new Map<string, PastUnit>()
  for (let tries = 0; chosen.size < count && tries < count * MAX_TRIES; tries++) {
    const commit = pick(commits, random)
    if (commit === undefined) break
    const file = pick(await ownSources(repository, commit), random)
    if (file === undefined) continue
    const text = await textAt(git, commit, file)
    if (text.length > MAX_TEXT_LENGTH) continue
    const outline = await ast.outline({ path: file, text })
    const units = outline.isErr() ? [] : outline.value.units.filter(({ type }) => TYPES.has(type))
    const unit = pick(units, random)
    if (unit === undefined) continue
    const constraint = `Rule ${tries}: ${unit.name} of ${file} holds since ${commit.slice(0, 10)}.`
    chosen.set(`${commit} ${file} ${unit.name}`, { commit, file, text, unit, constraint })
  }
  return [...chosen.values()]
}

/** Returns the text of a file at a commit; empty if there is none. */
export async function textAt(git: GitBackend, commit: CommitId, file: RepoPath): Promise<string> {
  const content = (await git.readFile({ commit }, file))._unsafeUnwrap()
  return content === undefined ? '' : new TextDecoder().decode(content.bytes)
}

/** Returns the source files of a commit that the project wrote itself. */
export async function ownSources(repository: FixtureRepository, commit: string): Promise<readonly RepoPath[]> {
  const listed = await repository.gitBytes(['ls-tree', '-r', '-z', '--name-only', commit])
  return listed.toString('utf8').split('\0').filter(isOwnSource) as RepoPath[]
}

/**
 * Records a constraint about each unit on its commit, with the file, the lines and, unless `named` is false, the name
 * as they were then.
 */
export async function plantConstraints(
  repository: FixtureRepository,
  units: readonly PastUnit[],
  { named = true }: { readonly named?: boolean } = {},
): Promise<void> {
  const notes = new Map<CommitId, unknown[]>()
  for (const { commit, constraint, file, unit } of units) {
    const { lines, name, signature, type } = unit
    const anchor = { type, name, ...omitUndefined({ signature }) }
    const region = {
      ...{ file, lines, ...(named ? { ast_anchor: anchor } : {}) },
      intent: `Why ${name} is as it is at ${commit.slice(0, 10)}.`,
      constraints: [{ text: constraint, source: 'author' }],
    }
    notes.set(commit, [...(notes.get(commit) ?? []), region])
  }
  await plantNotes(
    repository,
    [...notes].map(([commit, regions]) => [
      commit,
      {
        ...{ $schema: 'chronicle/v1', commit, timestamp: '2020-01-01T00:00:00Z', summary: 'Learnt while reading.' },
        ...{ context_level: 'enhanced', regions },
        provenance: { operation: 'initial', derived_from: [], original_annotations_preserved: false },
      },
    ]),
  )
}
