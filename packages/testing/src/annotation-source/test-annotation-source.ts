import type {
  AnnotationSource,
  CacheStorage,
  GitBackend,
  SourcedAnnotations,
  SourceOptions,
} from '@chronicle/core/contracts'
import { createMemoryStorage } from '@chronicle/core'
import type { CommitId } from '@chronicle/schema'
import { validateAnnotation } from '@chronicle/schema/validate'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { valueOf } from '../git-backend/contract-tools.ts'
import { SUITE_OPTIONS } from '../suite-options.ts'
import { createSourcedHistory, type SourcedHistory } from './sourced-history.ts'

/** The parts of the suite that the author of a source provides. */
export interface AnnotationSourceContract {
  openGit(dir: string): GitBackend
  /** Creates a source. Sources with the same storage share their data, as two processes do. */
  openSource(options: { readonly git: GitBackend; readonly storage: CacheStorage }): AnnotationSource
  /** Number of runs of each property. Default 20. */
  readonly runs?: number
}

/** Runs the `AnnotationSource` contract over a history whose commits give reasons, half of them also in notes. */
export function testAnnotationSource(name: string, { openGit, openSource, runs = 20 }: AnnotationSourceContract): void {
  describe(`AnnotationSource contract: ${name}`, SUITE_OPTIONS, () => {
    let history: SourcedHistory
    let git: GitBackend

    beforeAll(async () => {
      history = await createSourcedHistory()
      git = openGit(history.repository.dir)
    }, SUITE_OPTIONS.timeout)
    afterAll(async () => {
      await git.close()
      await history.repository.dispose()
    })

    const open = (storage = createMemoryStorage()): AnnotationSource => openSource({ git, storage })
    const ask = (
      source: AnnotationSource,
      commits: readonly CommitId[],
      options?: SourceOptions,
    ): Promise<SourcedAnnotations> => valueOf(source.annotationsOf(commits, options))
    const questions = fc
      .array(fc.nat(8), { maxLength: 14 })
      .map((positions) => positions.map((position) => history.commits[position] ?? history.unknown))

    test('has a name, and knows something of this history', async () => {
      const source = open()
      expect(source.name).toMatch(/^[a-z][a-z0-9-]*$/)
      const { commits } = await ask(source, history.commits)
      expect([...commits.values()].some(({ annotation }) => annotation !== undefined)).toBe(true)
    })

    test('answers each commit once, in the order asked for, with valid annotations of its origin', async () => {
      const property = fc.asyncProperty(questions, async (asked) => {
        const source = open()
        const { commits, unasked } = await ask(source, asked)
        expect(unasked).toEqual([])
        expect([...commits.keys()]).toEqual([...new Set(asked)])
        for (const [commit, { annotation, diagnostics, origin }] of commits) {
          expect(origin).toBe(source.origin)
          for (const diagnostic of diagnostics) expect(diagnostic.commit).toBe(commit)
          if (annotation === undefined) continue
          expect(annotation.commit).toBe(commit)
          expect(validateAnnotation(annotation).isOk()).toBe(true)
        }
      })
      await fc.assert(property, { numRuns: runs })
    })

    test('has no annotation of a commit that is not there, and does not fail', async () => {
      const { commits } = await ask(open(), [history.unknown, ...history.commits])
      expect(commits.get(history.unknown)?.annotation).toBeUndefined()
      expect(commits.size).toBe(history.commits.length + 1)
    })

    test('says the same of a commit whatever it is asked together with, also to the next process', async () => {
      const all = await ask(open(), [...history.commits, history.unknown])
      const property = fc.asyncProperty(fc.array(questions, { minLength: 1, maxLength: 3 }), async (rounds) => {
        const storage = createMemoryStorage()
        for (const asked of rounds) {
          for (const source of [open(storage), open(storage)]) {
            const { commits } = await ask(source, asked)
            for (const [commit, answer] of commits) expect(answer).toEqual(all.commits.get(commit))
          }
        }
      })
      await fc.assert(property, { numRuns: runs })
    })

    test('leaves out what is beyond the bound, and says which commits', async () => {
      const property = fc.asyncProperty(questions, fc.nat(10), fc.boolean(), async (asked, maxCommits, warm) => {
        const source = open()
        if (warm) await ask(source, asked.slice(0, 3))
        const { commits, unasked } = await ask(source, asked, { maxCommits })
        const distinct = [...new Set(asked)]
        expect(distinct.filter((commit) => !commits.has(commit))).toEqual(unasked)
        expect([...commits.keys()]).toEqual(distinct.filter((commit) => commits.has(commit)))
        expect(commits.size).toBeGreaterThanOrEqual(Math.min(maxCommits, distinct.length))
      })
      await fc.assert(property, { numRuns: runs })
    })

    test('ends when there is no time left, and fails when it is aborted', async () => {
      const source = open()
      const { commits, unasked } = await ask(source, history.commits, { until: AbortSignal.abort() })
      expect([...commits.keys(), ...unasked].sort()).toEqual([...history.commits].sort())
      expect(unasked.length).toBeGreaterThan(0)
      const failed = await source.annotationsOf(history.commits, { signal: AbortSignal.abort() })
      expect(failed._unsafeUnwrapErr().code).toBe('aborted')
      expect((await ask(source, history.commits)).unasked).toEqual([])
    })

    test('writes nothing to the repository', async () => {
      const state = async (): Promise<readonly string[]> => [
        await history.repository.git('for-each-ref'),
        await history.repository.git('count-objects', '-v'),
        await history.repository.git('status', '--porcelain'),
      ]
      const before = await state()
      await ask(open(), history.commits)
      expect(await state()).toEqual(before)
    })
  })
}
