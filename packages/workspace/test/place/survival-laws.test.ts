import fs from 'node:fs'
import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { withBlame } from '@chronicle/blame'
import { createQueries, type GitBackend } from '@chronicle/core'
import { createGitCli } from '@chronicle/git-cli'
import { createIsomorphicGit } from '@chronicle/git-isomorphic'
import type { ReadOutput, ReadRegion } from '@chronicle/schema'
import { survivalLaws, survivalProperties, type RecordedReader } from '@chronicle/testing'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const backends: Readonly<Record<string, (dir: string) => GitBackend>> = {
  'git-cli': (dir) => createGitCli({ dir }),
  'git-isomorphic': (dir) => withBlame(createIsomorphicGit({ fs, dir })),
}

function reader(git: GitBackend): RecordedReader {
  const { read } = createQueries({ git, ast: createTreeSitterParser() })
  return { read, close: () => git.close() }
}

describe.each(Object.entries(backends))('%s', (_, openGit) => {
  survivalLaws({ open: (dir) => reader(openGit(dir)) })
})

describe('without outlines', () => {
  survivalLaws({
    outlines: false,
    runs: 5,
    open(dir) {
      const git = createGitCli({ dir })
      return { read: createQueries({ git }).read, close: () => git.close() }
    },
  })
})

/** Returns a reader that changes the regions of a correct reader. */
function mutant(change: (region: ReadRegion) => ReadRegion): (dir: string) => RecordedReader {
  return (dir) => {
    const honest = reader(createGitCli({ dir }))
    const changeAll = (output: ReadOutput): ReadOutput => ({ ...output, regions: output.regions.map(change) })
    return { ...honest, read: (query) => honest.read(query).map(changeAll) }
  }
}

const undrifted = ({ drifted_by: _, ...region }: ReadRegion): ReadRegion => region

describe.each([
  { broken: 'is a share in', by: mutant((region) => ({ ...region, survival: region.survival + 0.5 })) },
  { broken: 'that git diff leaves', by: mutant((region) => ({ ...region, survival: region.survival ** 2 })) },
  { broken: 'a fresh region', by: mutant((region) => ({ ...region, survival: 0.9 })) },
  { broken: 'nobody touched', by: mutant((region) => ({ ...region, freshness: 'drifted' })) },
  { broken: 'names commits after', by: mutant(undrifted) },
  { broken: 'names commits after', by: mutant((region) => ({ ...region, drifted_by: [region.commit] })) },
  { broken: 'an edit makes', by: mutant((region) => ({ ...region, freshness: 'fresh' })) },
  { broken: 'renaming its file', by: mutant(undrifted) },
  { broken: 'moved in its file', by: mutant((region) => ({ ...region, freshness: 'fresh' })) },
])('the laws catch a reader that breaks "$broken"', ({ broken, by }) => {
  it('with a counterexample', async () => {
    const law = survivalProperties({ open: by }).find(({ name }) => name.includes(broken))
    if (law === undefined) throw new Error(`there is no law "${broken}"`)
    const result = await fc.check(law.property, { numRuns: 30, endOnFailure: true })
    expect(result.failed).toBe(true)
  })
})
