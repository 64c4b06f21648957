import type { Rewrite } from '@chronicle/core/rewrites'
import type { CommitId } from '@chronicle/schema'
import {
  createFixtureRepository,
  FIXTURE_EPOCH,
  importCommits,
  plantNotes,
  type FixtureRepository,
  type ImportCommit,
} from '@chronicle/testing'

const FILES = 40
const UNITS = 12

/** A branch before and after a rebase onto commits that inserted lines at the top of every file. */
export interface RebasedBranch {
  readonly repository: FixtureRepository
  readonly rewrites: readonly Rewrite[]
}

/**
 * Creates a branch of annotated commits, each of which changes one function, and the same branch rebased onto other
 * commits.
 */
export async function createRebasedBranch(commits: number): Promise<RebasedBranch> {
  const repository = await createFixtureRepository()
  const before = await importBranch(repository, commits, 'old', '')
  const after = await importBranch(repository, commits, 'main', '// Copyright of somebody\n// and of others\n\n')
  const notes = before.slice(1).map((commit, index) => [commit, noteOf(commit, index)] as const)
  await plantNotes(repository, notes)
  const rewrites = before.slice(1).flatMap((from, index): readonly Rewrite[] => {
    const to = after[index + 1]
    return to === undefined ? [] : [{ from: [from], to, operation: 'amend' }]
  })
  return { repository, rewrites }
}

async function importBranch(
  repository: FixtureRepository,
  commits: number,
  branch: string,
  head: string,
): Promise<readonly CommitId[]> {
  const versions = new Map<string, number>()
  const changeOf = (file: number) => ({ path: pathOf(file), content: `${head}${contentOf(file, versions)}` })
  const list = Array.from({ length: commits + 1 }, (_, index): ImportCommit => {
    if (index > 0) versions.set(`${(index - 1) % FILES} ${unitOf(index - 1)}`, index)
    return {
      ref: `refs/heads/${branch}`,
      parents: index === 0 ? [] : [index - 1],
      message: `Commit ${index}\n`,
      date: FIXTURE_EPOCH + index * 60,
      fresh: index === 0,
      changes:
        index === 0 ? Array.from({ length: FILES }, (__, file) => changeOf(file)) : [changeOf((index - 1) % FILES)],
    }
  })
  return importCommits(repository, list)
}

function unitOf(index: number): number {
  return Math.floor(index / FILES) % UNITS
}

function pathOf(file: number): string {
  return `src/file-${file}.ts`
}

function contentOf(file: number, versions: ReadonlyMap<string, number>): string {
  return Array.from({ length: UNITS }, (_, unit) => {
    const version = versions.get(`${file} ${unit}`) ?? 0
    return `export function unit${unit}(limit: number): number {\n  const version = ${version}\n  // Of file ${file}.\n  return Math.min(limit, version + ${unit})\n}\n`
  }).join('\n')
}

function noteOf(commit: CommitId, index: number): string {
  const start = unitOf(index) * 6 + 1
  const region = {
    file: pathOf(index % FILES),
    ast_anchor: { type: 'function', name: `unit${unitOf(index)}` },
    lines: { start, end: start + 4 },
    intent: `Because of ${index}`,
    constraints: [{ text: `Must hold since ${index}`, source: 'author' }],
  }
  const provenance = { operation: 'initial', derived_from: [], original_annotations_preserved: false }
  const document = { $schema: 'chronicle/v1', commit, timestamp: '2024-01-01T00:00:00Z', summary: `Change ${index}` }
  return JSON.stringify({ ...document, context_level: 'enhanced', regions: [region], cross_cutting: [], provenance })
}
