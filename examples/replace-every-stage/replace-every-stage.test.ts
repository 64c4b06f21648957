import { createReadPipeline } from '@chronicle/core'
import { DEFAULT_NOTES_REF, type ReadOutput } from '@chronicle/schema'
import { scorerLaws } from '@chronicle/testing'
import { expect, it } from 'vitest'
import { dropLeastCertain } from './drop-least-certain.ts'
import { createMakefileParser } from './makefile-parser.ts'
import { createMemoryGit } from './memory-git.ts'
import { survivalScorer } from './survival-scorer.ts'

const DAY = 86_400
const start = Date.UTC(2025, 0, 1) / 1000

function note(time: number, target: string, lines: readonly [number, number], intent: string): object {
  return {
    $schema: 'chronicle/v1',
    timestamp: new Date(time * 1000).toISOString(),
    summary: intent,
    context_level: 'enhanced',
    regions: [
      {
        file: 'Makefile',
        ast_anchor: { type: 'function', name: target },
        lines: { start: lines[0], end: lines[1] },
        intent,
        reasoning: `${intent} `.repeat(8),
        constraints: [],
      },
    ],
    provenance: { operation: 'initial' },
  }
}

const git = createMemoryGit(
  [
    {
      message: 'Build',
      time: start,
      files: { Makefile: 'build:\n\tcc -o app main.c\n\tstrip app\n' },
      note: note(start, 'build', [1, 3], 'One binary, because the target has no package manager.'),
    },
    {
      message: 'Release reproducibly',
      time: start + 30 * DAY,
      files: { Makefile: 'build:\n\tSOURCE_DATE_EPOCH=0 cc -o app main.c\n\tstrip app\n' },
      note: note(start + 30 * DAY, 'build', [2, 2], 'The same source gives the same bytes.'),
    },
  ],
  DEFAULT_NOTES_REF,
)

const pipeline = createReadPipeline({
  git,
  ast: createMakefileParser(),
  scorer: survivalScorer(),
  trimmer: dropLeastCertain(),
})

async function read(maxTokens?: number): Promise<ReadOutput> {
  const query = { files: ['Makefile'], anchor: 'build', ...(maxTokens === undefined ? {} : { maxTokens }) }
  return (await pipeline.execute(query)).match(
    (output) => output,
    (error) => {
      throw new Error(`${error.code}: ${error.message}`)
    },
  )
}

it('reads through a git, a parser and a scorer of our own', async () => {
  const { regions, resolved } = await read()
  expect(resolved).toMatchObject([{ file: 'Makefile', anchor: 'build', lines: { start: 1, end: 3 } }])
  expect(regions.map(({ intent, confidence }) => [intent, confidence])).toEqual([
    ['The same source gives the same bytes.', 1],
    ['One binary, because the target has no package manager.', 0.67],
  ])
})

it('trims with a trimmer of our own', async () => {
  const whole = await read()
  const { regions, trimmed } = await read(180)
  expect(regions).toEqual(whole.regions.slice(0, 1))
  expect(trimmed).toMatchObject({ strategy: 'drop_least_certain', original_regions: 2, returned_regions: 1 })
})

// This scorer uses only survival, so it makes no promises about age, kind or anchor that could be broken.
scorerLaws(survivalScorer())
