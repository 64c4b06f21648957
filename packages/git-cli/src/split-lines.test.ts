import { expect, test } from 'vitest'
import { isContentOfPatch } from './parse-diff.ts'
import { splitLines } from './split-lines.ts'

const PATCH =
  'diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1,2 @@\n-one\n+two\n\\ No newline\n\n+caf\u00e9\nend\nno line'

test.each([1, 2, 3, 7, 1000])('output that comes in pieces of %i bytes is cut into the same lines', (size) => {
  const lines: string[] = []
  const told: string[] = []
  const pushes = [splitLines((line) => lines.push(line)), splitLines((line) => told.push(line), isContentOfPatch)]
  const bytes = Buffer.from(PATCH, 'latin1')
  for (let at = 0; at < bytes.length; at += size) for (const push of pushes) push(bytes.subarray(at, at + size))
  const all = PATCH.split('\n').slice(0, -1)
  expect(lines).toEqual(all)
  expect(told).toEqual(all.filter((line) => !/^[-+\\]/u.test(line)))
})
