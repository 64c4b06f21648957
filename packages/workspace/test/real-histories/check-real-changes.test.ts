import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { createQueries, type AstParser, type AstUnit, type BlameHunk, type Queries } from '@chronicle/core'
import { codeLines, isSameCode } from '@chronicle/core/text'
import { createGitCli, type GitCli } from '@chronicle/git-cli'
import type { CommitId, LineRange, RepoPath } from '@chronicle/schema'
import { plantNotes, type FixtureRepository } from '@chronicle/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { repetitions } from '../../src/testing/repetitions.ts'
import { bundlesToTest, bundlesMissing, openBundle } from './bundles.ts'

if (bundlesToTest.length === 0) it.skip(`check finds what real changes touch (${bundlesMissing})`)

const CHANGES = repetitions(3, 10)
/** Maximum number of files with notes per change, and of notes of each kind per file. */
const [MAX_FILES, MAX_NOTES] = [2, 3]
const SOURCE = /\.(?:c?js|ts|py|go|rs)$/

/** The notes planted for one change: texts that a check of it must find, and texts that it must not find. */
interface Expectation {
  readonly commit: CommitId
  readonly touched: Set<string>
  readonly untouched: Set<string>
}

/** A changed file with its hunks as git prints them: first line and number of lines, before and after. */
interface Changed {
  readonly path: RepoPath
  readonly hunks: readonly (readonly [number, number, number, number])[]
}

describe.each(bundlesToTest)('check of real changes in %s', (name) => {
  let repository: FixtureRepository
  let git: GitCli
  let queries: Queries
  const expectations: Expectation[] = []

  beforeAll(async () => {
    repository = await openBundle(name)
    git = createGitCli({ dir: repository.dir })
    const ast = createTreeSitterParser()
    const planter = createPlanter()
    for (const commit of await candidates(repository)) {
      const expectation: Expectation = { commit, touched: new Set(), untouched: new Set() }
      const files = (await changedFiles(repository, commit)).slice(0, MAX_FILES)
      for (const file of files) await plantFor(file, expectation, { repository, git, ast, planter })
      if (expectation.touched.size === 0 || expectation.untouched.size === 0) continue
      expectations.push(expectation)
      if (expectations.length === CHANGES) break
    }
    await plantNotes(repository, planter.notes())
    queries = createQueries({ git, ast })
  })

  afterAll(async () => {
    await git.close()
    await repository.dispose()
  })

  it('finds every planted constraint that the change touches, and none of the others', async () => {
    let touched = 0
    let untouched = 0
    for (const expectation of expectations) {
      const change = { kind: 'range', to: expectation.commit } as const
      const output = (await queries.check({ change, maxFindings: 1000 }))._unsafeUnwrap()
      const found = new Set(output.findings.map(({ text }) => text))
      expect(
        [...expectation.touched].filter((text) => !found.has(text)),
        expectation.commit,
      ).toEqual([])
      expect(
        [...expectation.untouched].filter((text) => found.has(text)),
        expectation.commit,
      ).toEqual([])
      touched += expectation.touched.size
      untouched += expectation.untouched.size
    }
    console.info(`${name}: ${expectations.length} changes, ${touched} notes touched, ${untouched} not`)
    expect(expectations).toHaveLength(CHANGES)
  })
})

/**
 * Returns ordinary commits from the newest to the oldest, a twentieth of the history apart, then those next to them,
 * and so on.
 */
async function candidates(repository: FixtureRepository): Promise<readonly CommitId[]> {
  const range = ['rev-list', '--no-merges', '--min-parents=1', '--max-count=2000', 'HEAD', '--', ...SUFFIXES]
  const commits = (await repository.git(...range)).split('\n') as CommitId[]
  const stride = Math.max(1, Math.floor(commits.length / 20))
  const order = [...commits.keys()].sort((a, b) => (a % stride) - (b % stride) || a - b)
  return order.map((index) => commits[index]).filter((commit) => commit !== undefined)
}

const SUFFIXES = ['*.js', '*.cjs', '*.ts', '*.py', '*.go', '*.rs']

/** Returns the source files whose code a commit modifies. */
async function changedFiles(repository: FixtureRepository, commit: CommitId): Promise<readonly Changed[]> {
  const patch = await repository.git(
    ...['diff', '-U0', '--no-renames', '--diff-filter=M', '--no-ext-diff', `${commit}^`, commit],
  )
  const files: { path: RepoPath; hunks: (readonly [number, number, number, number])[] }[] = []
  for (const line of patch.split('\n')) {
    if (line.startsWith('+++ b/')) files.push({ path: line.slice(6) as RepoPath, hunks: [] })
    const [, a, b = '1', c, d = '1'] = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line) ?? []
    if (a !== undefined) files.at(-1)?.hunks.push([Number(a), Number(b), Number(c), Number(d)])
  }
  const sources = files.filter(({ path }) => SOURCE.test(path))
  const withCode: Changed[] = []
  for (const { path, hunks } of sources) {
    const [old, now] = [
      codeLines(path, await repository.git('show', `${commit}^:${path}`)),
      codeLines(path, await repository.git('show', `${commit}:${path}`)),
    ]
    // A hunk that changes only white space and comments touches nothing.
    const changesCode = ([a, b, c, d]: Changed['hunks'][number]): boolean =>
      !isSameCode(b === 0 ? [] : old.slice(a - 1, a - 1 + b), d === 0 ? [] : now.slice(c - 1, c - 1 + d))
    withCode.push({ path, hunks: isSameCode(old, now) ? [] : hunks.filter(changesCode) })
  }
  return withCode.filter(({ hunks }) => hunks.length > 0)
}

interface Tools {
  readonly repository: FixtureRepository
  readonly git: GitCli
  readonly ast: AstParser
  readonly planter: Planter
}

/**
 * Plants notes on the commits that own units and lines that the change touches, and on commits that own some that it
 * does not touch.
 */
async function plantFor({ path, hunks }: Changed, expectation: Expectation, tools: Tools): Promise<void> {
  const { repository, git, ast, planter } = tools
  const base = (await repository.git('rev-parse', `${expectation.commit}^`)) as CommitId
  const text = await repository.git('show', `${base}:${path}`)
  if (text.length > 150_000) return
  const outline = await ast.outline({ path, text })
  if (outline.isErr()) return
  const blamed = (await git.blame({ at: { commit: base }, path }))._unsafeUnwrap()
  const near = hunks.map(([start, count]): LineRange => ({ start: start - 1, end: start + Math.max(count, 1) }))
  const isTouched = ({ start, end }: LineRange): boolean =>
    hunks.some(([first, count]) =>
      count > 0 ? first <= end && first + count - 1 >= start : start <= first && first + 1 <= end,
    )
  const isNear = ({ start, end }: LineRange): boolean => near.some((range) => range.start <= end && range.end >= start)
  const label = (what: string): string => `${what} for ${expectation.commit.slice(0, 10)} in ${path}`

  const units = outline.value.units.filter((unit) => isAlone(unit, outline.value.units))
  const plantUnits = (chosen: readonly AstUnit[], expected: Set<string>, word: string): void => {
    for (const unit of chosen.slice(0, MAX_NOTES)) {
      const owner = blamed.find((hunk) => ownedPart(hunk, unit.lines) !== undefined)
      const part = owner && ownedPart(owner, unit.lines)
      if (owner?.commit === undefined || part === undefined) continue
      const constraint = label(`Unit ${unit.name} is ${word}`)
      planter.region(owner.commit, {
        ...{ file: owner.originalPath, ast_anchor: { type: unit.type, name: unit.name }, lines: part },
        constraints: [{ text: constraint, source: 'author' }],
      })
      const nature = label(`Relied on ${unit.name}, which is ${word}`)
      planter.region(owner.commit, {
        ...{ file: owner.originalPath, constraints: [] },
        semantic_dependencies: [{ file: path, anchor: unit.name, nature }],
      })
      expected.add(constraint).add(nature)
    }
  }
  plantUnits(
    units.filter(({ lines }) => isTouched(lines)),
    expectation.touched,
    'touched',
  )
  plantUnits(
    units.filter(({ lines }) => !isNear(lines)),
    expectation.untouched,
    'left alone',
  )

  const plantLines = (chosen: readonly BlameHunk[], expected: Set<string>, word: string): void => {
    for (const { commit, originalPath, original } of chosen.slice(0, MAX_NOTES)) {
      if (commit === undefined) continue
      const constraint = label(`Lines ${original.start}-${original.end} of ${commit.slice(0, 10)} are ${word}`)
      const lines = { file: originalPath, lines: original }
      planter.region(commit, { ...lines, constraints: [{ text: constraint, source: 'inferred' }] })
      expected.add(constraint)
    }
  }
  plantLines(
    blamed.filter(({ final }) => isTouched(final)),
    expectation.touched,
    'touched',
  )
  plantLines(
    blamed.filter(({ final }) => !isNear(final)),
    expectation.untouched,
    'left alone',
  )
}

/**
 * Whether no other unit has this name. Titles of tests are sentences, and parts of them can be names of other units.
 */
function isAlone(unit: AstUnit, units: readonly AstUnit[]): boolean {
  return /^[\w:]+$/u.test(unit.name) && units.filter(({ name }) => name === unit.name).length === 1
}

/** Returns the part of a range that a hunk owns, in the line numbers of its commit. */
function ownedPart({ commit, final, original }: BlameHunk, within: LineRange): LineRange | undefined {
  const start = Math.max(final.start, within.start)
  const end = Math.min(final.end, within.end)
  if (commit === undefined || start > end) return undefined
  const shift = original.start - final.start
  return { start: start + shift, end: end + shift }
}

interface Planter {
  region(commit: CommitId, region: object): void
  notes(): Iterable<readonly [CommitId, object]>
}

function createPlanter(): Planter {
  const regions = new Map<CommitId, object[]>()
  return {
    region(commit, region) {
      const all = regions.get(commit) ?? []
      regions.set(commit, [...all, { intent: `Planted as ${all.length}.`, ...region }])
    },
    *notes() {
      for (const [commit, planted] of regions) {
        yield [
          commit,
          {
            $schema: 'chronicle/v1',
            commit,
            timestamp: '2020-01-01T00:00:00Z',
            summary: 'Planted.',
            context_level: 'enhanced',
            regions: planted,
            provenance: { operation: 'initial', derived_from: [], original_annotations_preserved: false },
          },
        ]
      }
    },
  }
}
