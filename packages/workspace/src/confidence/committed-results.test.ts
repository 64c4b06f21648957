import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CALIBRATED_COEFFICIENTS, SOURCE_TRUST } from '@chronicle/core'
import { DEFAULT_SCORER } from '@chronicle/core/contracts'
import { expect, it } from 'vitest'
import { UNKNOWN_SURVIVAL } from '../../../core/src/score/calibrated-model.ts'
import { repositoryRoot } from '../checks/workspace-packages.ts'
import { formatResults } from './format-results.ts'
import type { ConfidenceResults } from './summarise.ts'

const docs = join(repositoryRoot, 'docs')
const results = JSON.parse(readFileSync(join(docs, 'confidence/results.json'), 'utf8')) as ConfidenceResults

it('is what the scorer ships', () => {
  expect(CALIBRATED_COEFFICIENTS).toEqual(results.coefficients)
  expect(UNKNOWN_SURVIVAL).toEqual(results.unknown_survival)
  expect(SOURCE_TRUST).toEqual(results.source_trust)
})

it('is what the page says', () => {
  expect(readFileSync(join(docs, 'confidence.md'), 'utf8')).toContain(formatResults(results))
})

it('has the default scorer ahead on every history that it was not fitted on', () => {
  const evaluations = [...results.folds, results.never_fitted].flatMap((fold) => Object.values(fold.by_repository))
  expect(evaluations).toHaveLength(7)
  const better = evaluations.map(({ calibrated, specified }) =>
    calibrated.brier < specified.brier ? 'calibrated' : 'specified',
  )
  expect(new Set(better)).toEqual(new Set([DEFAULT_SCORER]))
})

it('has about four in five still there among those given about 0.8', () => {
  for (const { pooled } of [...results.folds, results.never_fitted]) {
    expect(pooled.around_0_8?.value).toBeGreaterThan(0.75)
    expect(pooled.around_0_8?.value).toBeLessThan(0.88)
  }
})
