import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { QualityReport } from '@chronicle/schema'
import { qualityReportSchema } from '@chronicle/schema/validate'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createWorkbench, put, snapshot, type Workbench } from './git-hooks-workbench.ts'
import { annotate, documentOf, type CliRunOptions } from './run-chronicle.ts'

let bench: Workbench
let repository: string
beforeEach(async () => {
  bench = await createWorkbench()
  repository = await bench.repository('repository')
  await bench.ask(repository, 'config', 'user.name', 'Ada')
  await bench.ask(repository, 'config', 'user.email', 'ada@example.com')
  await put(join(repository, 'a.ts'), 'export function a() {}\n', 0o644)
  await bench.ask(repository, 'add', '.')
  await bench.ask(repository, 'commit', '--quiet', '-m', 'Add a')
})
afterEach(() => bench.dispose())

async function doctor(args: readonly string[] = [], options?: CliRunOptions): Promise<QualityReport> {
  return documentOf(await bench.chronicle(repository, ['doctor', '--json', ...args], options), qualityReportSchema)
}

const kindsOf = ({ counts }: QualityReport): readonly string[] => Object.keys(counts)
const valueOf = ({ environment }: QualityReport, name: string): string | undefined =>
  environment.find((each) => each.name === name)?.value
const hooks = (): string => join(repository, '.git/hooks')

describe('hooks', () => {
  test('that nobody asked for are no finding, and --fix installs none', async () => {
    const before = await snapshot(hooks())
    const report = await doctor(['--fix'])
    expect([kindsOf(report), report.fixed, valueOf(report, 'hooks')]).toEqual([
      [],
      [],
      'not installed: git chronicle init',
    ])
    expect(await snapshot(hooks())).toEqual(before)
  })

  test('that are in order are none either', async () => {
    await bench.receipt(repository, ['init'])
    const report = await doctor()
    expect([kindsOf(report), valueOf(report, 'hooks')]).toEqual([[], hooks()])
    // This is another installation of the program, which did not create the hooks.
    expect(kindsOf(await doctor([], { self: [process.execPath, join(bench.dir, 'other.cjs')] }))).toEqual([])
  })

  test('that are missing, changed or start nothing are named, and put right on request', async () => {
    await bench.receipt(repository, ['init'])
    const once = await snapshot(hooks(), join(repository, '.git/chronicle-hook'))
    await rm(join(hooks(), 'post-merge'))
    await writeFile(join(hooks(), 'post-commit'), '#!/bin/sh\n')
    const report = await doctor()
    expect(report.counts).toEqual({ hooks_broken: 2 })
    expect(report.findings[0]).toMatchObject({
      kind: 'hooks_broken',
      severity: 'warning',
      message: `Hooks do not work as they should: ${join(hooks(), 'post-commit')} is not as init made it.`,
      fix: 'git chronicle doctor --fix',
    })
    const fixed = await doctor(['--fix'])
    expect(kindsOf(fixed)).toEqual([])
    expect(fixed.fixed?.[1]).toBe(`${join(hooks(), 'post-merge')} is as init makes it.`)
    await rm(join(hooks(), 'post-commit'))
    await doctor(['--fix'])
    expect(await snapshot(hooks(), join(repository, '.git/chronicle-hook'))).toEqual(once)

    await bench.receipt(repository, ['init'], { self: [process.execPath, '/nowhere/program'] })
    expect((await doctor()).findings[0]?.message).toContain('/nowhere/program is not there any more')
    const run = await bench.chronicle(repository, ['doctor', '--fix'])
    expect(run.stdout).toContain(`Put right\n  + ${join(repository, '.git/chronicle-hook')} is as init makes it.\n`)
    expect(await readFile(join(repository, '.git/chronicle-hook'), 'utf8')).toContain(bench.self[1])
  })

  test('that moved because core.hooksPath was set since', async () => {
    await bench.receipt(repository, ['init'])
    await bench.ask(repository, 'config', 'core.hooksPath', 'tools')
    expect((await doctor()).counts).toEqual({ hooks_broken: 5 })
    expect((await doctor(['--fix'])).fixed).toHaveLength(6)
    await bench.ask(repository, 'commit', '--quiet', '--allow-empty', '-m', 'x')
    expect(await bench.started()).toHaveLength(1)
    await bench.receipt(repository, ['uninstall'])
    expect(
      Object.keys(await snapshot(join(repository, 'tools'), hooks())).filter((path) => !path.endsWith('.sample')),
    ).toEqual([hooks()])
  })

  test('beside which git copies notes itself', async () => {
    await bench.receipt(repository, ['init'])
    await bench.ask(repository, 'config', 'notes.rewriteRef', 'refs/notes/*')
    const report = await doctor()
    expect(kindsOf(report)).toEqual(['notes_copied_by_git'])
    expect(report.findings[0]?.message).toContain('git config --unset-all notes.rewriteRef')
  })

  test('of a bare repository', async () => {
    const bare = join(bench.dir, 'bare.git')
    await bench.ask(bench.dir, 'clone', '--quiet', '--bare', repository, bare)
    const { stdout } = await bench.chronicle(bare, ['doctor', '--json'])
    expect(valueOf(qualityReportSchema.parse(JSON.parse(stdout)), 'hooks')).toContain(
      'A bare repository has no working tree',
    )
  })
})

describe('refspecs', () => {
  const add = (key: string, value: string): Promise<string> =>
    bench.ask(repository, 'config', '--add', `remote.origin.${key}`, value)

  test.each([
    ['fetch', 'refs/notes/chronicle:refs/notes/chronicle', 'every git fetch and git pull fails'],
    ['fetch', '+refs/notes/*:refs/notes/*', 'every fetch overwrites the notes here with those of origin'],
    ['push', 'refs/notes/chronicle', 'git push without arguments pushes the notes and leaves the branch behind'],
  ])('%s %s', async (key, value, message) => {
    await add('url', 'nowhere')
    await add(key, value)
    const report = await doctor()
    expect(kindsOf(report)).toEqual(['unsafe_refspec'])
    expect(report.findings[0]?.message).toContain(message)
    await bench.ask(
      repository,
      ...(report.findings[0]?.fix ?? '')
        .split(' ')
        .slice(1)
        .map((word) => word.replaceAll("'", '')),
    )
    expect(kindsOf(await doctor())).toEqual([])
  })

  test('that are as they should be', async () => {
    await add('url', 'nowhere')
    await add('fetch', '+refs/heads/*:refs/remotes/origin/*')
    expect(valueOf(await doctor(), 'sync')).toBe('not set up')
    await add('fetch', '+refs/notes/chronicle*:refs/notes/remotes/origin/chronicle*')
    await add('push', 'refs/heads/main')
    const report = await doctor()
    expect([kindsOf(report), valueOf(report, 'sync')]).toEqual([[], 'origin'])
  })
})

test('an index that is damaged is told of, and built anew', async () => {
  await annotate(repository, { summary: 'x', regions: [{ file: 'a.ts', anchor: 'a', intent: 'Because of the tide' }] })
  expect(valueOf(await doctor(), 'index')).toBe('of 1 note, up to date')
  const folder = join(repository, '.git/chronicle/cache-v1/index')
  const names = Object.keys(await snapshot(folder)).filter((path) => path.includes('paths-'))
  expect(names.length).toBeGreaterThan(0)
  for (const name of names) await writeFile(name, '{')
  expect((await doctor()).findings[0]).toMatchObject({
    kind: 'index_damaged',
    message: expect.stringContaining('It has been built anew.') as string,
  })
  expect(kindsOf(await doctor())).toEqual([])
})

test('a long history without a graph is advised to have one', async () => {
  const commits = Array.from(
    { length: 5001 },
    (_, at) =>
      `commit refs/heads/long\nmark :${at + 1}\ncommitter A <a@b> ${1_700_000_000 + at} +0000\ndata 1\nx\n${at === 0 ? '' : `from :${at}\n`}`,
  )
  await put(join(bench.dir, 'stream'), commits.join(''), 0o644)
  await bench.ask(repository, 'config', 'alias.import', `!git fast-import --quiet < '${join(bench.dir, 'stream')}'`)
  await bench.ask(repository, 'import')
  expect(kindsOf(await doctor(['--max-commits', '1']))).toEqual([])
  await bench.ask(repository, 'reset', '--quiet', '--hard', 'long')
  const report = await doctor(['--max-commits', '1'])
  const graph = report.findings.find(({ kind }) => kind === 'no_commit_graph')
  expect(graph?.fix).toBe('git commit-graph write --reachable --changed-paths')
  await bench.ask(repository, 'commit-graph', 'write', '--reachable')
  expect(valueOf(await doctor(['--max-commits', '1']), 'commit-graph')).toBe('without changed paths')
  await bench.ask(repository, ...(graph?.fix ?? '').split(' ').slice(1))
  const after = await doctor(['--max-commits', '1'])
  expect([kindsOf(after), valueOf(after, 'commit-graph')]).toEqual([[], 'with changed paths'])
  await rm(join(repository, '.git/objects/info/commit-graph'))
  await mkdir(join(repository, '.git/objects/info/commit-graphs'), { recursive: true })
  await bench.ask(repository, 'commit-graph', 'write', '--reachable', '--changed-paths', '--split')
  expect(valueOf(await doctor(['--max-commits', '1']), 'commit-graph')).toBe('with changed paths')
})
