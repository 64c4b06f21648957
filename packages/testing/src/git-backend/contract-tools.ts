import type { GitBackend, GitError, GitSupports } from '@chronicle/core/contracts'
import type { CodedError, ResultAsync } from '@chronicle/schema'
import { expect, test, type TestContext } from 'vitest'
import { createFixtureRepository, type FixtureOptions, type FixtureRepository } from '../fixture/fixture-repository.ts'

/** What a backend's author gives to the suite. */
export interface GitBackendContract {
  /** Opens a backend on a folder that exists; it need not be a repository. */
  open(dir: string): GitBackend | Promise<GitBackend>
  /** Titles of tests to leave out, each with the reason, which is printed. */
  readonly skip?: Readonly<Record<string, string>>
  /**
   * `open` copies the repository, as an in-memory backend does: what git changes afterwards is not seen, and what the
   * backend writes is not seen by git. Tests of that are skipped, the reason being printed.
   */
  readonly copies?: boolean
}

/** What a test of the suite works with. Everything opened or made is closed and removed when it ends. */
export interface ContractTools {
  readonly fixture: (options?: FixtureOptions) => Promise<FixtureRepository>
  readonly open: (dir: string) => Promise<GitBackend>
  /** Skips the test, with a printed reason, unless the backend claims the feature. Returns the method, if it is one. */
  readonly requires: <Feature extends keyof GitSupports>(
    backend: GitBackend,
    feature: Feature,
  ) => RequiredMethod<Feature>
  readonly skip: (reason: string) => never
  /** Skips the test unless the backend and git see each other's changes. */
  readonly requiresSharedRepository: () => void
  /** Runs git as the oracle of what the backend wrote; nothing happens where git cannot see it. */
  readonly asSeenByGit: (body: () => Promise<void>) => Promise<void>
}

type RequiredMethod<Feature> = Feature extends 'blame' | 'history' | 'writeNotes' | 'diffNotes' | 'diff' | 'changesOf'
  ? NonNullable<GitBackend[Feature]>
  : undefined

/** The methods behind `supports.revisions`. */
export type RevisionMethods = Required<Pick<GitBackend, 'ancestors' | 'fileRevisions' | 'changedPaths'>>

/** Registers one test of the suite. */
export type Check = (title: string, body: (tools: ContractTools) => Promise<void>) => void

/** Makes the functions that register tests, and the titles of what was left out by the reason. */
export function createCheck(contract: GitBackendContract): {
  readonly check: Check
  /** Registers tests that all need a feature: without it they are skipped before they make anything. */
  readonly checkWith: (feature: keyof GitSupports) => Check
  readonly skipped: ReadonlyMap<string, readonly string[]>
} {
  const skipped = new Map<string, string[]>()
  const check: Check = (title, body) => {
    test(title, async (context) => {
      const cleanups: (() => Promise<void>)[] = []
      try {
        await body(createTools(contract, title, context, skipped, cleanups))
      } finally {
        for (const cleanup of cleanups.reverse()) await cleanup()
      }
    })
  }
  let opened: Promise<GitBackend> | undefined
  /** For what it claims; it is closed when the first test ends that asked for it. */
  const openOnce = ({ fixture, open }: ContractTools): Promise<GitBackend> =>
    (opened ??= fixture().then(({ dir }) => open(dir)))
  const checkWith =
    (feature: keyof GitSupports): Check =>
    (title, body) =>
      check(title, async (tools) => {
        tools.requires(await openOnce(tools), feature)
        await body(tools)
      })
  return { check, checkWith, skipped }
}

function createTools(
  contract: GitBackendContract,
  title: string,
  context: TestContext,
  skipped: Map<string, string[]>,
  cleanups: (() => Promise<void>)[],
): ContractTools {
  const skip = (reason: string): never => {
    skipped.set(reason, [...(skipped.get(reason) ?? []), title])
    context.skip(reason)
  }
  const asked = contract.skip?.[title]
  if (asked !== undefined) skip(asked)
  return {
    skip,
    async fixture(options) {
      const repository = await createFixtureRepository(options)
      cleanups.push(() => repository.dispose())
      return repository
    },
    async open(dir) {
      const backend = await contract.open(dir)
      cleanups.push(() => backend.close())
      return backend
    },
    requires: (backend, feature) => requireFeature(backend, feature, skip),
    requiresSharedRepository() {
      if (contract.copies === true) skip('the backend works on a copy of the repository')
    },
    async asSeenByGit(body) {
      if (contract.copies !== true) await body()
    },
  }
}

function requireFeature<Feature extends keyof GitSupports>(
  backend: GitBackend,
  feature: Feature,
  skip: (reason: string) => never,
): RequiredMethod<Feature> {
  if (!backend.supports[feature]) skip(`${backend.name} says supports.${feature} = false`)
  const method: unknown = (backend as unknown as Readonly<Record<string, unknown>>)[feature]
  return (typeof method === 'function' ? method.bind(backend) : undefined) as RequiredMethod<Feature>
}

/** The methods behind `supports.revisions`. Skips the test unless the backend claims them; all must be there then. */
export function requireRevisions(backend: GitBackend, { requires }: Pick<ContractTools, 'requires'>): RevisionMethods {
  requires(backend, 'revisions')
  const { ancestors, fileRevisions, changedPaths } = backend
  if (ancestors === undefined || fileRevisions === undefined || changedPaths === undefined) {
    throw new Error(`${backend.name} says supports.revisions = true, and lacks one of the three methods`)
  }
  return {
    ancestors: ancestors.bind(backend),
    fileRevisions: fileRevisions.bind(backend),
    changedPaths: changedPaths.bind(backend),
  }
}

/** The value of a call that must succeed. What is thrown has the call's error as its cause. */
export async function valueOf<T>(result: ResultAsync<T, CodedError>): Promise<T> {
  const settled = await result
  if (settled.isOk()) return settled.value
  const { code, message } = settled.error
  throw new Error(`expected a value, got ${code}: ${message}`, { cause: settled.error })
}

/** The error of a call that must fail. Checks that it is a plain, useful error. */
export async function errorOf(result: ResultAsync<unknown, GitError>): Promise<GitError> {
  const settled = await result
  if (settled.isOk()) throw new Error(`expected an error, got ${JSON.stringify(settled.value)}`)
  const { code, message, data } = settled.error
  expect(message.length).toBeGreaterThan(10)
  expect(JSON.parse(JSON.stringify({ code, message, data }))).toEqual({ code, message, data })
  return settled.error
}

/** Bytes as text, for messages that can be read. */
export function textOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8')
}
