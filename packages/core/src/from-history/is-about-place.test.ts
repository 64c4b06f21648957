import type { Region, RepoPath } from '@chronicle/schema'
import { expect, it } from 'vitest'
import { isAboutPlace } from './is-about-place.ts'
import type { PlaceRevision } from './history-of-places.ts'

it.each([
  ['res::json', 'res::json', true],
  ['json', 'res::json', true],
  ['res::json', 'res', true],
  ['res::json', 'res::jsonp', false],
  ['Context::GetInt8', 'Context::GetInt16', false],
  ['getInt', 'getUint', false],
])('a region about %s is about the changed lines of %s: %j', (anchor, name, isAbout) => {
  const region = { file: 'a.js', ast_anchor: { unit_type: 'function', name: anchor } }
  const revision = { path: 'a.js' as RepoPath, lines: { name, lines: { start: 1, end: 9 } } }
  expect(isAboutPlace(region as unknown as Region, revision as unknown as PlaceRevision)).toBe(isAbout)
})
