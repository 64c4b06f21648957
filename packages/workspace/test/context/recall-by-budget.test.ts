import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import {
  createContextPipeline,
  createMemoryKnowledgeStore,
  renderPackage,
  type ContextPackage,
} from '@chronicle/context'
import { bytesPerFour } from '@chronicle/core/text'
import { createGitCli } from '@chronicle/git-cli'
import type { CommitId } from '@chronicle/schema'
import { expect, it } from 'vitest'
import { bundleNames, bundlesDir, bundlesMissing, openBundle } from '../real-histories/bundles.ts'

const BUDGETS = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000]
/** Number of tasks per repository. */
const TASKS = 8
const tokens = bytesPerFour()

interface Task {
  readonly bundle: string
  readonly base: string
  readonly task: string
  readonly patch: string
}

const file = join(bundlesDir, 'context-tasks.jsonl')
const tasks = existsSync(file)
  ? readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Task)
  : []
const names = bundleNames.filter((name) => ['express', 'flask'].includes(name) && tasks.length > 0)

if (names.length === 0) it.skip(`what is packed grows with the budget (${bundlesMissing})`)

it.each(names)('of %s, a larger budget holds more of what tasks change', async (name) => {
  await using repository = await openBundle(name)
  const git = createGitCli({ dir: repository.dir })
  const pipeline = createContextPipeline({ git, ast: createTreeSitterParser(), store: createMemoryKnowledgeStore() })
  const means = BUDGETS.map(() => 0)
  const chosen = tasks.filter(({ bundle }) => bundle === `${name}.bundle`).slice(0, TASKS)
  for (const { base, task, patch } of chosen) {
    const changed = changedLines(patch)
    expect(changed.length).toBeGreaterThan(0)
    for (const [index, budget] of BUDGETS.entries()) {
      const answer = await pipeline.execute({ task, budget, at: { commit: base as CommitId } })
      const pack = answer._unsafeUnwrap()
      expect(tokens.count(renderPackage(pack, 'markdown'))).toBeLessThanOrEqual(budget)
      const shown = shownLines(pack)
      means[index] = (means[index] ?? 0) + changed.filter((line) => shown.has(line)).length / changed.length / TASKS
    }
  }
  await git.close()
  console.log(name, means.map((mean) => mean.toFixed(3)).join(' '))
  expect(means).toEqual([...means].sort((a, b) => a - b))
  expect(means.at(-1)).toBeGreaterThan(0.3)
})

/** Returns the lines of the base that a patch removes or inserts after, as `path:line`. */
function changedLines(patch: string): readonly string[] {
  const lines = new Set<string>()
  let path: string | undefined
  let at = 0
  for (const line of patch.split('\n')) {
    const old = /^--- (?:a\/(?<path>.+)|\/dev\/null)$/.exec(line)
    const hunk = /^@@ -(?<start>\d+)/.exec(line)
    if (old !== null) path = old.groups?.['path']
    else if (hunk !== null) at = Number(hunk.groups?.['start'])
    else if (line.startsWith('-')) lines.add(`${path}:${at++}`)
    else if (line.startsWith('+') && !line.startsWith('+++')) lines.add(`${path}:${Math.max(1, at - 1)}`)
    else if (line.startsWith(' ')) at++
  }
  return [...lines].filter((line) => !line.startsWith('undefined:'))
}

function shownLines({ files }: ContextPackage): ReadonlySet<string> {
  const shown = new Set<string>()
  for (const { path, parts } of files) {
    for (const { detail, lines } of parts) {
      if (detail !== 'whole' && detail !== 'body') continue
      for (let line = lines.start; line <= lines.end; line++) shown.add(`${path}:${line}`)
    }
  }
  return shown
}
