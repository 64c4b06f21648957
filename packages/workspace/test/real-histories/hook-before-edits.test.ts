import { Readable } from 'node:stream'
import { join } from 'node:path'
import { runCli } from '@chronicle/cli'
import { createGptTokenCounter } from '@chronicle/tokens-gpt'
import { describe, expect, it } from 'vitest'
import { repetitions } from '../../src/testing/repetitions.ts'
import { bundlesToTest, bundlesMissing, openBundle } from './bundles.ts'
import { chooseRealEdits, type RealEdit } from './real-edits.ts'

/** Number of edits in one session. */
const EDITS = repetitions(12, 50)
const SEED = Number(process.env['CHRONICLE_SEED'] ?? 20_260_202)
/** Maximum number of tokens in the hook's output before one edit. */
const MAX_TOKENS = 400
/**
 * Long enough to read any history for the first time, so that the output does not depend on the load of the machine.
 */
const HISTORY_MS = 60_000

if (bundlesToTest.length === 0) it.skip(`a session of ${EDITS} edits is told nothing twice (${bundlesMissing})`)

/** Returns the hook's output before an edit; empty when it prints nothing. */
async function sayBefore({ file, new: text, old }: RealEdit, dir: string): Promise<string> {
  const event = {
    ...{ hook_event_name: 'PreToolUse', tool_name: 'Edit', session_id: 'one session', cwd: dir },
    tool_input: { file_path: join(dir, file), old_string: old, new_string: text },
  }
  let [printed, failed] = ['', '']
  await runCli(['hook', 'claude-code', '--history-ms', String(HISTORY_MS)], {
    stdin: Readable.from([JSON.stringify(event)]),
    stdout: { write: (part) => (printed += part) },
    stderr: { write: (part) => (failed += part) },
    env: { PATH: process.env['PATH'], HOME: '/nonexistent', GIT_CONFIG_GLOBAL: '/dev/null' },
    cwd: dir,
  })
  expect(failed, file).toBe('')
  if (printed === '') return ''
  const answer = JSON.parse(printed) as { hookSpecificOutput: { additionalContext: string } }
  return answer.hookSpecificOutput.additionalContext
}

/** Returns the entries of an answer, each with its commit. */
function entriesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => /^\*\*[0-9a-f]{7,} \d{4}:\*\*|^ *- .*\(line \d+\)/u.test(line))
}

describe.each(bundlesToTest)('a session of edits in %s', (name) => {
  it('is told little, of the lines in question, and nothing twice', async () => {
    const repository = await openBundle(name)
    const counter = (await createGptTokenCounter('o200k_base'))._unsafeUnwrap()
    const edits = await chooseRealEdits(repository, EDITS, SEED)
    expect(edits).toHaveLength(EDITS)
    const shownEntries = new Set<string>()
    const commits = new Set<string>()
    const sizes: number[] = []
    for (const edit of edits) {
      await repository.git('checkout', '--quiet', '--force', '--detach', edit.parent)
      const text = await sayBefore(edit, repository.dir)
      expect(await sayBefore(edit, repository.dir), `${edit.file} again, after ${text}`).toBe('')
      if (text === '') continue
      sizes.push(counter.count(text))
      expect(sizes.at(-1), text).toBeLessThanOrEqual(MAX_TOKENS)
      if (process.env['CHRONICLE_SHOW'] !== undefined)
        process.stdout.write(`\n=== ${edit.commit} ${edit.file}\n${edit.old}\n--- says (${sizes.at(-1)})\n${text}\n`)
      for (const entry of entriesOf(text)) {
        const [commit = ''] = /^\*\*[0-9a-f]+/u.exec(entry) ?? []
        expect(shownEntries.has(entry), entry).toBe(false)
        if (commit !== '') expect(commits.has(commit), `${commit} again`).toBe(false)
        shownEntries.add(entry)
        commits.add(commit)
      }
      // Nothing of a commit may be shown before it exists.
      expect(text).not.toContain(edit.commit.slice(0, 7))
    }
    const mean = Math.round(sizes.reduce((sum, size) => sum + size, 0) / Math.max(1, sizes.length))
    process.stdout.write(
      `${name}: of ${EDITS} edits ${sizes.length} were told something, ${mean} tokens each, at most ${Math.max(0, ...sizes)}\n`,
    )
    await repository.dispose()
  })
})
