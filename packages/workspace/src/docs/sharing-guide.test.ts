import { spawnSync } from 'node:child_process'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDemoRepository, pinnedEnvironment } from '../demo/build-demo-repository.ts'
import type { CodeBlock } from './code-blocks.ts'
import { pages } from './pages.ts'
import { installCheckoutCommand } from '../testing/install-checkout-command.ts'

/*
 * Two people follow docs/guide.md exactly, each in a fresh clone: they run the blocks marked `first` and `second`, in
 * the order of the page.
 */

let folder: string
let env: Readonly<Record<string, string | undefined>>
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'chronicle-two-people-')))
  await installCheckoutCommand(join(folder, 'bin'))
  await buildDemoRepository(join(folder, 'saltmarsh'))
  env = { ...pinnedEnvironment, PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH'] ?? ''}`, NO_COLOR: '1' }
  // The notes of the demonstration repository are on the remote, as in a team that already shares its notes.
  sh(folder, 'git clone --quiet --bare saltmarsh remote.git')
  sh(join(folder, 'saltmarsh'), 'git push --quiet ../remote.git "refs/notes/*:refs/notes/*"')
  for (const name of ['first', 'second']) {
    sh(folder, `git clone --quiet remote.git ${name}`)
    sh(join(folder, name), `git config user.name ${name} && git config user.email ${name}@example.com`)
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function sh(cwd: string, script: string): string {
  const { status, stdout, stderr } = spawnSync('sh', ['-e', '-c', script], { cwd, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${script}\nexit code ${status}\n${stdout}${stderr}`)
  return `${stdout}${stderr}`
}

const blocks = (pages().find(({ path }) => path === 'docs/guide.md')?.blocks ?? []).filter(
  ({ words }) => words.includes('first') || words.includes('second'),
)

const people = (block: CodeBlock): readonly string[] =>
  ['first', 'second'].filter((person) => block.words.includes(person))

test('what the first recorded is read by the second, both record, both share, and nothing is refused', () => {
  expect(blocks.flatMap(people)).toEqual(['first', 'second', 'first', 'second', 'first'])
  const outputs = blocks.flatMap((block) =>
    people(block).map((person) => {
      const printed = sh(join(folder, person), block.text)
      expect(printed).not.toMatch(/rejected|error:|fatal:|warning:/)
      return printed
    }),
  )
  expect(outputs[0]).toContain('git fetch now brings the notes of origin')
  expect(outputs[0]).toMatch(/New or changed here: the notes of \d+ commits\./)
  expect(outputs[2]).toContain('Pushed the notes of 1 commit to origin')
  expect(outputs[3]).toContain('One attempt at a time.')
  for (const words of ['One attempt at a time.', 'Log no credentials.']) expect(outputs[4]).toContain(words)

  // Both also run git itself: commit, pull, push, fetch.
  for (const [index, person] of ['first', 'second', 'first'].entries()) {
    const dir = join(folder, person)
    sh(dir, `echo ${index} > ${person}-${index}.txt && git add . && git commit --quiet -m "Change ${index}"`)
    sh(dir, 'git pull --quiet --rebase && git push && git fetch --prune && git fetch --all')
    expect(sh(dir, 'git rev-parse HEAD')).toBe(sh(join(folder, 'remote.git'), 'git rev-parse HEAD'))
  }
  const tips = ['first', 'second', 'remote.git'].map((name) =>
    sh(join(folder, name), 'git rev-parse refs/notes/chronicle'),
  )
  expect(new Set(tips).size).toBe(1)
  expect(sh(join(folder, 'second'), 'git chronicle sync status')).toContain('as at the remote')
})
