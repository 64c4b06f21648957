import type { RepoPath } from '@chronicle/schema'
import { createMemoryGit, RANKED_REPOSITORY, type MemoryGitDescription } from '@chronicle/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { ast, openScene, snapshotOf } from '../../../test/open-scene.ts'
import { PROMOTED } from '../../enrich/metadata-keys.ts'
import { createContextPipeline } from '../../create-context-pipeline.ts'
import { namedProfile } from '../../rank/named-profile.ts'
import type { RankedFile } from '../../rank/profile.ts'
import { rankFiles } from '../../rank/rank-files.ts'
import { weightedProfile } from '../../rank/weighted-profile.ts'
import { createMemoryKnowledgeStore } from '../../store/memory-knowledge-store.ts'
import { createSignalContext } from '../create-signal-context.ts'
import type { Signal } from '../signal.ts'
import { cochangeAffinitySignal } from './cochange-affinity.ts'
import { conceptOverlapSignal } from './concept-overlap.ts'
import { dependencyProximitySignal } from './dependency-proximity.ts'
import { domainMatchSignal } from './domain-match.ts'
import { pathMatchSignal } from './path-match.ts'
import { recencySignal } from './recency.ts'
import { seedFiles } from './seed-files.ts'
import { structuralCentralitySignal } from './structural-centrality.ts'
import { symbolMatchSignal } from './symbol-match.ts'

const ranked = createMemoryGit(RANKED_REPOSITORY).git

async function scoresOf(
  signal: Signal,
  task: string,
  repository?: MemoryGitDescription,
): Promise<Readonly<Record<string, number>>> {
  const git = repository === undefined ? ranked : createMemoryGit(repository).git
  const { context } = await openScene({ git, task })
  return Object.fromEntries((await signal.score(context, new Map()))._unsafeUnwrap())
}

const oneCommit = (files: Readonly<Record<string, string>>): MemoryGitDescription => ({ commits: [{ files }] })

describe('path_match', () => {
  it('scores the name of a folder or file highest, and a part of it lower', async () => {
    const repository = oneCommit({
      'src/auth/handler.ts': '',
      'src/other/auth.ts': '',
      'src/other/auth-guard.ts': '',
      'src/other/authentication.ts': '',
      'src/other/clock.ts': '',
    })
    expect(await scoresOf(pathMatchSignal, 'the auth module', repository)).toEqual({
      'src/auth/handler.ts': 1,
      'src/other/auth.ts': 1,
      'src/other/auth-guard.ts': 0.5,
      'src/other/authentication.ts': 0.5,
    })
  })

  it('takes names of several words in whatever style', async () => {
    const repository = oneCommit({ 'lib/rate_limit.py': '', 'lib/rate-limit.ts': '', 'lib/limit.py': '' })
    expect(await scoresOf(pathMatchSignal, 'rateLimit is off by one', repository)).toEqual({
      'lib/rate_limit.py': 1,
      'lib/rate-limit.ts': 1,
    })
  })
})

describe('symbol_match', () => {
  const repository = oneCommit({
    'a.ts': 'export class AuthHandler {}\n',
    'b.ts': 'export class Handler {}\n',
    'c.ts': 'export function clock() {}\n',
  })
  it('scores the name itself by 1, a part as it is written by a half, a word in other letters by 0.3', async () => {
    expect(await scoresOf(symbolMatchSignal, 'What does Handler do?', repository)).toEqual({ 'a.ts': 0.5, 'b.ts': 1 })
    expect(await scoresOf(symbolMatchSignal, 'What does auth do?', repository)).toEqual({ 'a.ts': 0.3 })
    expect(await scoresOf(symbolMatchSignal, 'What does AuthHandler do?', repository)).toEqual({ 'a.ts': 1 })
  })

  it('looks at methods by their own names', async () => {
    expect(await scoresOf(symbolMatchSignal, 'What does validateLogin do?')).toMatchObject({ 'src/auth/handler.ts': 1 })
  })
})

describe('seeds', () => {
  const seedsOf = async (task: string): Promise<readonly string[]> =>
    [...(await seedFiles((await openScene({ git: ranked, task })).context))._unsafeUnwrap()].sort()
  it('are files named by path or by a symbol that they define', async () => {
    expect(await seedsOf('look at src/session.ts')).toEqual(['src/session.ts'])
    expect(await seedsOf('`readClock` is slow')).toEqual(['src/util/clock.ts'])
    expect(await seedsOf('make it faster')).toEqual([])
  })

  it('are no files that define a name of many', async () => {
    const files = Object.fromEntries([...'abcd'].map((name) => [`${name}.ts`, 'export function openDoor() {}\n']))
    const { git } = createMemoryGit(oneCommit(files))
    expect([...(await seedFiles((await openScene({ git, task: 'openDoor fails' })).context))]).toEqual([])
  })
})

describe('dependency_proximity', () => {
  it('halves with each step, in both directions, up to three', async () => {
    // handler → session → clock; handler → types; test → handler.
    expect(await scoresOf(dependencyProximitySignal, 'look at src/util/clock.ts')).toEqual({
      'src/session.ts': 1,
      'src/auth/handler.ts': 0.5,
      'src/auth/types.ts': 0.25,
      'test/handler.test.ts': 0.25,
    })
  })

  it('is nothing without seeds', async () => {
    expect(await scoresOf(dependencyProximitySignal, 'make it faster')).toEqual({})
  })
})

describe('cochange_affinity', () => {
  it('is the share of the most commits that a file has together with a seed', async () => {
    // Types changed three times with the handler, session and test once each.
    expect(await scoresOf(cochangeAffinitySignal, 'look at src/auth/handler.ts')).toEqual({
      'src/auth/types.ts': 1,
      'src/session.ts': 1 / 3,
      'test/handler.test.ts': 1 / 3,
    })
  })

  it('is nothing without seeds', async () => {
    expect(await scoresOf(cochangeAffinitySignal, 'make it faster')).toEqual({})
  })
})

describe('recency', () => {
  it('goes from the oldest known commit to the newest', async () => {
    const repository: MemoryGitDescription = {
      commits: [
        { date: 1_000, files: { 'old.ts': '1', 'new.ts': '1', 'middle.ts': '1' } },
        { date: 1_500, files: { 'middle.ts': '2' } },
        { date: 1_750, files: { 'new.ts': '2' } },
        { date: 2_000, files: { 'new.ts': '3' } },
      ],
    }
    expect(await scoresOf(recencySignal, 'anything', repository)).toEqual({ 'middle.ts': 0.5, 'new.ts': 1 })
  })

  it('tells nothing where there is one commit', async () => {
    expect(await scoresOf(recencySignal, 'anything', oneCommit({ 'a.ts': '' }))).toEqual({})
  })
})

describe('structural_centrality', () => {
  it('is the share of the most importers', async () => {
    const repository = oneCommit({
      'types.ts': 'export type T = 1\n',
      'util.ts': "import type { T } from './types'\nexport const u = 1\n",
      'a.ts': "import type { T } from './types'\nimport { u } from './util'\n",
    })
    expect(await scoresOf(structuralCentralitySignal, 'anything', repository)).toEqual({
      'types.ts': 1,
      'util.ts': 0.5,
    })
  })
})

describe('metadata', () => {
  const described = async (task: string, signal: Signal, term = PROMOTED): Promise<object> => {
    const store = createMemoryKnowledgeStore()
    const { files } = await snapshotOf(ranked, store)
    const blobOf = (path: string): string => files.find((file) => file.path === path)?.blob ?? ''
    const document = (path: string, value: object) => ({
      key: `${blobOf(path)}.test-model`,
      value: JSON.stringify({ model: 'a/b', metadata: value }),
      lengths: [],
      terms: new Map([[term, [1]]]),
    })
    const added = await store.add('metadata', [
      document('src/auth/handler.ts', {
        domain: 'authentication',
        module: 'login',
        concepts: ['rate limiting', 'ldap'],
      }),
      document('src/session.ts', {
        domain: 'user sessions',
        module: 'session',
        concepts: ['ldap', 'cookies', 'expiry'],
      }),
    ])
    expect(added.isOk()).toBe(true)
    const context = (await createSignalContext(task, await snapshotOf(ranked, store)))._unsafeUnwrap()
    return Object.fromEntries((await signal.score(context, new Map()))._unsafeUnwrap())
  }

  it('matches the domain and the module, exactly or in a word', async () => {
    expect(await described('authentication breaks', domainMatchSignal)).toEqual({ 'src/auth/handler.ts': 1 })
    expect(await described('the session is lost', domainMatchSignal)).toEqual({ 'src/session.ts': 1 })
  })

  it('compares concepts as sets', async () => {
    // {ldap} and {rate limiting, ldap}: 1 of 2; {ldap} and {ldap, cookies, expiry}: 1 of 3.
    expect(await described('ldap is slow', conceptOverlapSignal)).toEqual({
      'src/auth/handler.ts': 1 / 2,
      'src/session.ts': 1 / 3,
    })
    expect(await described('add rate limiting', conceptOverlapSignal)).toEqual({ 'src/auth/handler.ts': 1 / 2 })
  })

  it('is not read before it is promoted, and scores nothing where it is absent', async () => {
    expect(await described('ldap is slow', conceptOverlapSignal, 'raw')).toEqual({})
    expect(await scoresOf(conceptOverlapSignal, 'ldap is slow')).toEqual({})
    expect(await scoresOf(domainMatchSignal, 'authentication breaks')).toEqual({})
  })
})

describe('the profile `weighted`', () => {
  let ranking: readonly RankedFile[]
  beforeAll(async () => {
    const { context } = await openScene({ git: ranked, task: 'fix the login validation in src/auth/handler.ts' })
    ranking = (await rankFiles(context, weightedProfile()))._unsafeUnwrap()
  })

  it('scores seeds by 1, and marks them', () => {
    const seeds = ranking.filter(({ seed }) => seed)
    expect(seeds.map(({ path }) => path)).toEqual(['src/auth/handler.ts'])
    expect(seeds[0]?.score).toBeCloseTo(1, 12)
    expect(ranking[0]?.path).toBe('src/auth/handler.ts')
  })

  it('scores other files by the weighted sum of their signals, below 1', () => {
    const types = ranking.find(({ path }) => path === 'src/auth/types.ts')
    // No metadata: the remaining weights for a bug fix are 0.2, 0.25, 0.15, 0.1 and 0.15.
    const scale = 0.85
    const breakdown = types?.breakdown ?? {}
    expect(breakdown['dependency_proximity']).toBeCloseTo(0.15 / scale, 12)
    expect(breakdown['cochange_affinity']).toBeCloseTo(0.1 / scale, 12)
    expect(breakdown['structural_centrality']).toBeUndefined()
    expect(breakdown['seed']).toBeUndefined()
    expect(types?.score).toBeCloseTo(
      Object.values(breakdown).reduce((sum, part) => sum + part, 0),
      12,
    )
    for (const { score, seed } of ranking) if (!seed) expect(score).toBeLessThanOrEqual(1)
  })

  it('ranks by score alone, files of any class', () => {
    const scores = ranking.map(({ score }) => score)
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
    expect(ranking.some(({ demoted }) => demoted)).toBe(false)
  })

  it('brings what a file with a named symbol imports into the scope', async () => {
    const pipeline = createContextPipeline({
      git: ranked,
      ast,
      store: createMemoryKnowledgeStore(),
      profile: namedProfile('weighted'),
    })
    const pack = (await pipeline.execute({ task: 'readSession returns nothing', scopeSize: 1 }))._unsafeUnwrap()
    expect(pack.provenance.profile).toBe('weighted')
    expect(pack.scope[0]).toMatchObject({ path: 'src/session.ts', seed: true, score: 1 })
    const via = new Map(pack.scope.map(({ path, expanded_via }) => [path, expanded_via]))
    expect(via.get('src/util/clock.ts' as RepoPath)).toBe('dependency')
    expect(via.get('src/auth/handler.ts' as RepoPath)).toBe('dependency')
  })
})
