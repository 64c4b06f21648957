import { existsSync } from 'node:fs'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { FixtureRepository } from '@chronicle/testing'
import { valueOf } from './results.ts'
import { useScope } from './scope.ts'

const scope = useScope()
const numbered = (to: number): string => Array.from({ length: to }, (_, index) => `line ${index}\n`).join('')

test('configuration changes no answer and runs no program', async () => {
  const repository = await scope.fixture()
  await repository.commitFiles('First\n\nBody', { 'old name.txt': numbered(20), 'ünï.txt': 'a\n' })
  await repository.rename('old name.txt', 'sub/new.txt')
  const head = await repository.commit('Rename')
  await repository.write({
    'sub/new.txt': numbered(20).replace('line 3\n', '').replace('line 5\n', '5\n'),
    'ünï.txt': 'b\n',
  })
  const before = await answers(repository)

  const marker = join(repository.dir, '.git', 'was-run')
  const program = join(repository.dir, '.git', 'program')
  await writeFile(program, `#!/bin/sh\necho "$0 $*" >> '${marker}'\ncat\n`)
  await chmod(program, 0o755)
  const first = await repository.git('rev-parse', 'HEAD~1')
  await repository.write({ '.git/info/attributes': '*.txt diff=spy\n' })
  for (const [key, value] of Object.entries({
    'core.pager': program,
    'pager.log': program,
    'pager.blame': program,
    'core.fsmonitor': program,
    'core.editor': program,
    'core.quotePath': 'true',
    'core.abbrev': '4',
    'core.sshCommand': program,
    'credential.helper': program,
    'diff.external': program,
    'diff.spy.textconv': program,
    'diff.spy.command': program,
    'diff.renames': 'false',
    'diff.renameLimit': '1',
    'diff.noprefix': 'true',
    'diff.mnemonicPrefix': 'true',
    'diff.interHunkContext': '9',
    'diff.context': '9',
    'diff.submodule': 'log',
    'diff.wordRegex': '.',
    'diff.colorMoved': 'zebra',
    'diff.relative': 'true',
    'diff.orderFile': '/no/such/file',
    'diff.algorithm': 'patience',
    'diff.indentHeuristic': 'false',
    'diff.ignoreSubmodules': 'all',
    'diff.statGraphWidth': '1',
    'blame.ignoreRevsFile': '/no/such/file',
    'blame.coloring': 'highlightRecent',
    'blame.blankBoundary': 'true',
    'blame.showRoot': 'false',
    'blame.showEmail': 'true',
    'blame.markIgnoredLines': 'true',
    'blame.date': 'relative',
    'log.showSignature': 'true',
    'log.follow': 'true',
    'log.showRoot': 'true',
    'log.date': 'relative',
    'log.decorate': 'full',
    'log.abbrevCommit': 'true',
    'log.diffMerges': 'off',
    'log.mailmap': 'true',
    'format.pretty': 'oneline',
    'color.ui': 'always',
    'column.ui': 'always',
    'gpg.program': program,
    'i18n.logOutputEncoding': 'ISO-8859-1',
    'i18n.commitEncoding': 'ISO-8859-1',
    'notes.displayRef': 'refs/notes/*',
    'alias.log': `!${program}`,
    'alias.blame': `!${program}`,
    'core.excludesFile': '/no/such/file',
    'core.preloadIndex': 'false',
    'grep.lineNumber': 'true',
    'status.relativePaths': 'false',
  })) {
    await repository.git('config', key, value)
  }
  await repository.gitBytes(['notes', '--ref=commits', 'add', '-m', 'displayed', head])
  await repository.gitBytes(['replace', head, first])
  await repository.write({ '.git/info/grafts': `${head}\n` })

  expect(await answers(repository)).toEqual(before)
  expect(existsSync(marker)).toBe(false)
})

async function answers(repository: FixtureRepository): Promise<unknown> {
  const git = scope.open({ dir: repository.dir })
  const head = await valueOf(git.resolve('HEAD'))
  if (head === undefined) throw new Error('it has a HEAD')
  const log = []
  for await (const commit of git.log({ from: head })) log.push(commit)
  const limited = []
  for await (const commit of git.log({ from: head, path: 'sub/new.txt' as never })) limited.push(commit)
  return {
    head,
    log,
    limited,
    blame: await valueOf(git.blame({ at: { commit: head }, path: 'sub/new.txt' as never })),
    worktree: await valueOf(git.blame({ at: 'WORKTREE', path: 'sub/new.txt' as never })),
    index: await valueOf(git.blame({ at: 'INDEX', path: 'ünï.txt' as never })),
    history: await valueOf(git.history({ from: head })),
    diff: await valueOf(git.diff({ from: { commit: (await valueOf(git.resolve('HEAD~1'))) ?? head }, to: 'WORKTREE' })),
    changes: await valueOf(git.changesOf(log.map(({ id }) => id))),
    commits: await valueOf(git.readCommits([head])),
    files: await valueOf(git.listFiles('WORKTREE')),
    staged: await valueOf(git.listFiles('INDEX')),
    file: await valueOf(git.readFile({ commit: head }, 'sub/new.txt' as never)),
  }
}
