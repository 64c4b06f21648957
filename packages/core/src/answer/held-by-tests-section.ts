import type { HeldByTest } from '@chronicle/schema'
import { neutralise, neutralisePath } from '../format/neutralise-text.ts'
import type { PageSection } from './page.ts'

/**
 * Returns a section with a line for each test that holds the code: `Rejects an expired token (test/auth.test.ts:12)`.
 */
export function heldByTestsSections(tests: readonly HeldByTest[]): readonly PageSection[] {
  if (tests.length === 0) return []
  const units = new Set(tests.map(({ anchor }) => anchor))
  const items = tests.map(({ anchor, file, line, title }) => {
    const unit = units.size === 1 || anchor === undefined ? '' : `${neutralise(anchor)}: `
    return { text: `${unit}${neutralise(title)} (${neutralisePath(file)}:${line})`, below: [] }
  })
  return [{ heading: 'Held by tests', blocks: [{ items }] }]
}
