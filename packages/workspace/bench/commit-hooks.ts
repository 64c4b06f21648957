import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chronicleCommand } from '../src/demo/chronicle-command.ts'
import { runProgram } from '../src/demo/run-program.ts'
import { compare, runTimed, startNode } from './measure.ts'
import { below, milliseconds, type Section } from './section.ts'

const ROUNDS = 25
const REBASES = 5
const REBASED = 100
/** Makes git find, and so run, no hooks. */
const NO_HOOKS = ['-c', 'core.hooksPath=/dev/null']

/**
 * Measures what the hooks of `init` add to git commands. The hooks start their work in the background, so git does not
 * wait for it.
 */
export async function commitHooks(into: string): Promise<Section> {
  const dir = join(into, 'commit-hooks')
  await runProgram('git', ['init', '--quiet', dir], { cwd: into })
  for (const [key, value] of Object.entries({ 'user.name': 'A', 'user.email': 'a@b', 'gc.auto': '0' })) {
    await runProgram('git', ['config', key, value], { cwd: dir })
  }
  const git = (...args: readonly string[]): Promise<string> => runTimed('git', args, dir)
  const commit = ['commit', '--quiet', '--allow-empty', '--message=x']
  for (let count = 0; count <= REBASED; count++) await git(...NO_HOOKS, ...commit)
  await runTimed(process.execPath, [chronicleCommand, 'init'], dir)

  const squash = async (...options: readonly string[]): Promise<void> => {
    await writeFile(join(dir, '.git/SQUASH_MSG'), `Squashed commit of the following:\n\ncommit ${'a'.repeat(40)}\n`)
    await git(...options, ...commit)
  }
  const rebase = ['rebase', '--quiet', '--force-rebase', `HEAD~${REBASED}`]
  const both = async (rounds: number, run: (...options: readonly string[]) => Promise<unknown>): Promise<Cost> => {
    const { without, hooked } = await compare(rounds, { without: () => run(...NO_HOOKS), hooked: () => run() })
    return { without, hooked, added: hooked - without }
  }
  const once = await both(ROUNDS, (...options) => git(...options, ...commit))
  const amended = await both(ROUNDS, (...options) => git(...options, ...commit, '--amend'))
  const squashed = await both(ROUNDS, squash)
  const rebased = await both(REBASES, (...options) => git(...options, ...rebase))
  const { node } = await compare(ROUNDS, { node: () => startNode(dir) })
  const row = (name: string, { without, hooked, added }: Cost): readonly string[] => [
    name,
    ...[without, hooked, added].map(milliseconds),
  ]
  return {
    title: 'What the git hooks add',
    about:
      'The same command of git in one repository, without hooks and with those of `git chronicle init`, in turns. The ' +
      `hooks start their work and do not wait for it: not even for \`node\`, which takes ${milliseconds(node)} to start.`,
    columns: ['git', 'without hooks', 'with hooks', 'added'],
    rows: [
      row('commit', once),
      row('commit --amend', amended),
      row('commit of a squash', squashed),
      row(`rebase of ${REBASED} commits`, rebased),
    ],
    claims: [
      {
        text: 'the hooks add less than 30 ms to a commit, amended and squashed ones included',
        holds: Math.max(once.added, amended.added, squashed.added) < 30,
        measured: `at most ${milliseconds(Math.max(once.added, amended.added, squashed.added))}`,
      },
      below('the hooks add less than 30 ms for each commit of a rebase', rebased.added / REBASED, 30),
    ],
  }
}

interface Cost {
  readonly without: number
  readonly hooked: number
  readonly added: number
}
