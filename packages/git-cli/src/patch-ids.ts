import { devNull } from 'node:os'
import { pipeline } from 'node:stream/promises'
import type { Patch, PatchId } from '@chronicle/core/contracts'
import { groupBy, type CommitId } from '@chronicle/schema'
import { askedPatches, patchLine } from './asked-patches.ts'
import { failureFromStderr, GitFailure, throwIfAborted, toGitError } from './git-failure.ts'
import { onAbort } from './on-abort.ts'
import type { Repository } from './open-repository.ts'

/** What decides how a patch looks is given, so that the same patch has the same id whatever is configured. */
const DIFF_TREE = [
  ...['diff-tree', '--stdin', '-r', '--root', '--patch', '--full-index', '--no-renames', '--unified=3'],
  ...['--inter-hunk-context=0', '--diff-algorithm=myers', '--indent-heuristic', '--no-color', '--no-ext-diff'],
  ...['--no-textconv', '--src-prefix=a/', '--dst-prefix=b/', '--submodule=short', '--ignore-submodules=none'],
  `-O${devNull}`,
]

/**
 * The patch ids of patches in the order asked for, by `git diff-tree | git patch-id`. Git names a patch by its commit
 * alone and leaves out those without text. So where a commit was compared with several bases and an id is missing, it
 * is asked for one base after the other.
 */
export async function patchIds(
  repository: Repository,
  patches: readonly Patch[],
): Promise<readonly (PatchId | undefined)[]> {
  throwIfAborted(repository.signal)
  const found = new Map<string, PatchId>()
  let open = await askedPatches(repository, patches)
  for (let round = 0; open.length > 0; round++) {
    const asked = round === 0 ? open : onePerCommit(open)
    const unclear = new Set<Patch>()
    const answers = groupBy(await identify(repository, asked), ([commit]) => commit)
    for (const [commit, group] of groupBy(asked, (patch) => patch.commit)) {
      const ids = answers.get(commit) ?? []
      if (group.length > 1 && ids.length !== group.length) group.forEach((patch) => unclear.add(patch))
      else for (const [index, [, id]] of ids.entries()) found.set(patchLine(group[index] ?? { commit }), id)
    }
    const done = new Set(asked)
    open = open.filter((patch) => !done.has(patch) || unclear.has(patch))
  }
  return patches.map((patch) => found.get(patchLine(patch)))
}

function onePerCommit(patches: readonly Patch[]): readonly Patch[] {
  return [...new Map(patches.map((patch) => [patch.commit, patch])).values()]
}

async function identify(
  repository: Repository,
  patches: readonly Patch[],
): Promise<readonly (readonly [commit: CommitId, id: PatchId])[]> {
  const { top } = await repository.locate()
  const { runner } = repository
  const differ = runner.start(DIFF_TREE, top)
  const identifier = runner.start(['patch-id', '--stable'], top)
  const children = [differ, identifier]
  const stopListening = onAbort(repository.signal, () => children.forEach((child) => void child.kill('SIGKILL')))
  const ends = children.map((child, index) => {
    let errorText = ''
    child.stderr.on('data', (chunk: Buffer) => (errorText = (errorText + chunk.toString('utf8')).slice(-8192)))
    return new Promise<GitFailure | undefined>((resolve) => {
      // The promise at once, not when it is settled: `close` follows, and knows less.
      child.on('error', (error: NodeJS.ErrnoException) => resolve(runner.startFailure(error, top)))
      child.on('close', (code, killed) => {
        const exit = killed === null ? `exit ${code}` : `killed by ${killed}`
        const command = index === 0 ? 'diff-tree' : 'patch-id'
        resolve(code === 0 ? undefined : failureFromStderr(command, exit, errorText, top))
      })
    })
  })
  // Of a broken pipe the exit codes say more.
  differ.stdin.on('error', () => undefined)
  const piped = pipeline(differ.stdout, identifier.stdin).catch((error: unknown) => error)
  const output: Buffer[] = []
  identifier.stdout.on('data', (chunk: Buffer) => output.push(chunk))
  differ.stdin.end(patches.map((patch) => `${patchLine(patch)}\n`).join(''))
  try {
    const [differFailure, identifierFailure] = await Promise.all(ends)
    throwIfAborted(repository.signal)
    const broken = await piped
    const failure = differFailure ?? identifierFailure
    if (failure !== undefined) throw failure
    if (broken !== undefined) throw new GitFailure('git_failed', toGitError(broken).message)
    const answers: (readonly [commit: CommitId, id: PatchId])[] = []
    for (const line of Buffer.concat(output).toString('latin1').split('\n')) {
      const [id, commit] = line.split(' ')
      if (id !== undefined && commit !== undefined) answers.push([commit as CommitId, id])
    }
    return answers
  } finally {
    stopListening()
    for (const child of children) if (child.exitCode === null) child.kill('SIGKILL')
  }
}
