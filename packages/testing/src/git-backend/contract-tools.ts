import type { GitBackend, GitError, GitSupports } from '@chronicle/core/contracts'
import type { CodedError, ResultAsync } from '@chronicle/schema'
import { expect, test, type TestContext } from 'vitest'
import { createFixtureRepository, type FixtureOptions, type FixtureRepository } from '../fixture/fixture-repository.ts'

/** The parts of the suite that the author of a backend provides. */
export interface GitBackendContract {
  /** Opens a backend on an existing folder, which need not be a repository. */
  open(dir: string): GitBackend | Promise<GitBackend>
  /** Titles of tests to skip, each with a reason, which is printed. */
  readonly skip?: Readonly<Record<string, string>>
  /**
   * Whether `open` copies the repository, as an in-memory backend does. Then the backend does not see later changes by
   * git, and git does not see what the backend writes. Tests of that are skipped, and the reason is printed.
   */
  readonly copies?: boolean
}

/** The tools of a test in the suite. Everything opened or created is closed and removed at its end. */
export interface ContractTools {
  readonly fixture: (options?: FixtureOptions) => Promise<FixtureRepository>
  readonly open: (dir: string) => Promise<GitBackend>
  /**
   * Skips the test, with a printed reason, unless the backend claims the feature. Returns the method of that name, if
   * there is one.
   */
  readonly requires: <Feature extends keyof GitSupports>(
    backend: GitBackend,
    feature: Feature,
  ) => RequiredMethod<Feature>
  readonly skip: (reason: string) => never
  /** Skips the test unless the backend and git see each other's changes. */
  readonly requiresSharedRepository: () => void
  /** Runs git to check what the backend wrote. Does nothing if git cannot see it. */
  readonly checkWithGit: (body: () => Promise<void>) => Promise<void>
}

type RequiredMethod<Feature> = Feature extends 'blame' | 'history' | 'writeNotes' | 'diffNotes' | 'diff' | 'changesOf'
  ? NonNullable<GitBackend[Feature]>
  : undefined

/** The methods behind `supports.revisions`. */
export type RevisionMethods = Required<Pick<GitBackend, 'ancestors' | 'fileRevisions' | 'changedPaths'>>

/** Registers one test of the suite. */
export type Check = (title: string, body: (tools: ContractTools) => Promise<void>) => void

/** Creates the functions that register tests, and a map from each reason to the titles of skipped tests. */
export function createCheck(contract: GitBackendContract): {
  readonly check: Check
  /**
   * Returns a function that registers tests of one feature. Without the feature, they are skipped before they create
   * anything.
   */
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
  /** A backend opened only to read its `supports`; closed when the first test that uses it ends. */
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
    async checkWithGit(body) {
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

/**
 * Returns the methods behind `supports.revisions`. Skips the test unless the backend claims them; then all must exist.
 */
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

/** Returns the value of a call that must succeed. Otherwise throws an error whose cause is the call's error. */
export async function valueOf<T>(result: ResultAsync<T, CodedError>): Promise<T> {
  const settled = await result
  if (settled.isOk()) return settled.value
  const { code, message } = settled.error
  throw new Error(`expected a value, got ${code}: ${message}`, { cause: settled.error })
}

/** Returns the error of a call that must fail. Checks that it is a plain, useful error. */
export async function errorOf(result: ResultAsync<unknown, GitError>): Promise<GitError> {
  const settled = await result
  if (settled.isOk()) throw new Error(`expected an error, got ${JSON.stringify(settled.value)}`)
  const { code, message, data } = settled.error
  expect(message.length).toBeGreaterThan(10)
  expect(JSON.parse(JSON.stringify({ code, message, data }))).toEqual({ code, message, data })
  return settled.error
}

/** Decodes bytes as text, for readable messages. */
export function textOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8')
}
