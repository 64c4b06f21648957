import fs from 'node:fs'
import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { withBlame } from '@chronicle/blame'
import { createReadPipeline, formatJson, type ReadQuery } from '@chronicle/core'
import { createGitCli } from '@chronicle/git-cli'
import { createIsomorphicGit } from '@chronicle/git-isomorphic'
import { buildHistory, historyArbitrary, plantNotes, type FixtureRepository } from '@chronicle/testing'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asDisposable } from '../../src/testing/as-disposable.ts'
import { repetitions } from '../../src/testing/repetitions.ts'

/**
 * Annotates every commit of a generated history, with a region for the first lines of each file it touched and links to
 * its parents.
 */
async function annotateAll(repository: FixtureRepository): Promise<void> {
  const listed = await repository.gitBytes([
    'log',
    '--format=%x01%H %ct %P',
    '--name-only',
    '-z',
    '--diff-filter=AMR',
    '-m',
  ])
  const notes = new Map<string, unknown>()
  for (const entry of listed.toString('utf8').split('\u0001').slice(1)) {
    const [header = '', ...files] = entry.split('\0').filter((part) => part !== '')
    const [commit = '', time = '', parent] = header.trim().split(' ')
    notes.set(commit, {
      $schema: 'chronicle/v1',
      commit,
      timestamp: new Date(Number(time) * 1000).toISOString(),
      summary: `Commit ${commit.slice(0, 7)}`,
      context_level: 'enhanced',
      regions: files.map((file) => ({
        file: file.trim(),
        lines: { start: 1, end: 2 },
        intent: `Why ${commit.slice(0, 7)} touched it`,
        constraints: ['stay as it is'],
        semantic_dependencies: files.slice(0, 1).map((target) => ({ file: target.trim(), anchor: 'f', nature: 'n' })),
        related_annotations: parent === undefined ? [] : [{ commit: parent, anchor: 'f', relationship: 'before' }],
      })),
      cross_cutting: [{ description: 'together', regions: files.map((file) => file.trim()) }],
    })
  }
  await plantNotes(repository, notes)
}

describe('the same question gets the same JSON', () => {
  it('from the git binary and from isomorphic-git, on generated histories', async () => {
    let regions = 0
    const property = fc.asyncProperty(historyArbitrary({ maxCommits: 10 }), async (plan) => {
      const built = await buildHistory(plan)
      await using repository = built.repository
      await annotateAll(repository)
      await using cli = asDisposable(createGitCli({ dir: repository.dir }))
      await using isomorphic = asDisposable(withBlame(createIsomorphicGit({ fs, dir: repository.dir })))
      const ast = createTreeSitterParser()
      const pipelines = [cli, isomorphic].map((git) => createReadPipeline({ git, ast }))
      for (const file of built.paths) {
        const queries: readonly ReadQuery[] = [
          { files: [file] },
          { files: [file], lines: { start: 1, end: 1 }, depth: 2, verbose: true },
          { files: [file], maxTokens: 300 },
        ]
        for (const query of queries) {
          const [left, right] = await Promise.all(
            pipelines.map((pipeline) => pipeline.execute({ ...query, format: 'json' })),
          )
          const [a, b] = [left, right].map((answer) =>
            answer?.match(
              (output) => formatJson(output),
              ({ code, message }) => `${code}: ${message}`,
            ),
          )
          expect(b, JSON.stringify(query)).toBe(a)
          if (left?.isOk()) regions += left.value.regions.length
        }
      }
    })
    await fc.assert(property, { numRuns: repetitions(16, 40) })
    expect(regions).toBeGreaterThan(50)
  })
})
