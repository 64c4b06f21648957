import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { createReadPipeline, type ReadPipeline, type ReadQuery } from '@chronicle/core'
import { createGitCli } from '@chronicle/git-cli'
import type { ReadOutput } from '@chronicle/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FixtureRepository } from '@chronicle/testing'
import { bundleNames, bundlesMissing, openBundle } from './bundles.ts'
import { plantAnnotations } from './plant-annotations.ts'

if (bundleNames.length === 0) it.skip(`bounded blame equals full blame on real histories (${bundlesMissing})`)

/** What must not depend on how far blame looked back. */
function answer(output: ReadOutput): unknown {
  const { cross_cutting, dependencies_on_this, diagnostics, regions, resolved } = output
  return { cross_cutting, dependencies_on_this, diagnostics, regions, resolved }
}

describe.each(bundleNames)('bounded blame equals full blame in %s', (name) => {
  let repository: FixtureRepository
  let pipeline: ReadPipeline
  let close: () => Promise<void>

  beforeAll(async () => {
    repository = await openBundle(name)
    await plantAnnotations(repository, 200, 11)
    const git = createGitCli({ dir: repository.dir })
    pipeline = createReadPipeline({ git, ast: createTreeSitterParser() })
    close = () => git.close()
  }, 300_000)

  afterAll(async () => {
    await close()
    await repository.dispose()
  })

  it('gives the same regions, lines and scores on every file', async () => {
    const files = (await repository.git('ls-files')).split('\n').filter((file) => !file.startsWith('"'))
    let regions = 0
    let bounded = 0
    const compare = async (file: string): Promise<void> => {
      const query: ReadQuery = { files: [file], maxRegions: 1000 }
      const [short, full] = [await pipeline.execute(query), await pipeline.execute({ ...query, fullBlame: true })]
      if (short.isErr() || full.isErr()) {
        expect([file, short.isErr() && short.error.code, full.isErr() && full.error.code]).toEqual([
          file,
          'not_a_file',
          'not_a_file',
        ])
        return
      }
      expect(answer(short.value), file).toEqual(answer(full.value))
      regions += short.value.regions.length
      if (short.value.stats.blame !== 'full') bounded++
    }
    const queue = [...files]
    await Promise.all(
      Array.from({ length: 3 }, async () => {
        for (let file = queue.pop(); file !== undefined; file = queue.pop()) await compare(file)
      }),
    )
    console.info(`${name}: ${files.length} files, ${regions} regions, ${bounded} files not blamed in full`)
    expect(regions).toBeGreaterThan(0)
  }, 600_000)
})
