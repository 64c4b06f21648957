import { devNull } from 'node:os'
import { pipeline } from 'node:stream/promises'
import { codedError, onAbort, type GitError, type Patch, type PatchId } from '@chronicle/core/contracts'
import { err, groupBy, ok, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import { findComputablePatches, patchLine } from './find-computable-patches.ts'
import { checkAborted, toGitError } from './git-failure.ts'
import type { Repository } from './open-repository.ts'
import { endOf } from './process-end.ts'

/** Everything that affects the patch text is set, so that the same patch has the same id under any configuration. */
const DIFF_TREE = [
  ...['diff-tree', '--stdin', '-r', '--root', '--patch', '--full-index', '--no-renames', '--unified=3'],
  ...['--inter-hunk-context=0', '--diff-algorithm=myers', '--indent-heuristic', '--no-color', '--no-ext-diff'],
  ...['--no-textconv', '--src-prefix=a/', '--dst-prefix=b/', '--submodule=short', '--ignore-submodules=none'],
  `-O${devNull}`,
]

/**
 * Returns the patch ids in the order of the patches, with `git diff-tree | git patch-id`. Git identifies a patch only
 * by its commit and omits empty patches. So if a commit was compared with several bases and an id is missing, git is
 * asked again for one base at a time.
 */
export function patchIds(
  repository: Repository,
  patches: readonly Patch[],
  { exact = false }: { readonly exact?: boolean } = {},
): ResultAsync<readonly (PatchId | undefined)[], GitError> {
  return safeTry(async function* () {
    const found = new Map<string, PatchId>()
    let open = yield* findComputablePatches(repository, patches)
    for (let round = 0; open.length > 0; round++) {
      const asked = round === 0 ? open : onePerCommit(open)
      const unclear = new Set<Patch>()
      const answers = groupBy(yield* identify(repository, asked, exact), ([commit]) => commit)
      for (const [commit, group] of groupBy(asked, (patch) => patch.commit)) {
        const ids = answers.get(commit) ?? []
        if (group.length > 1 && ids.length !== group.length) group.forEach((patch) => unclear.add(patch))
        else for (const [index, [, id]] of ids.entries()) found.set(patchLine(group[index] ?? { commit }), id)
      }
      const done = new Set(asked)
      open = open.filter((patch) => !done.has(patch) || unclear.has(patch))
    }
    return ok(patches.map((patch) => found.get(patchLine(patch))))
  })
}

function onePerCommit(patches: readonly Patch[]): readonly Patch[] {
  return [...new Map(patches.map((patch) => [patch.commit, patch])).values()]
}

/** Exit code of git for options that it does not know. */
const USAGE = '(exit 129)'

/** Before 2.39, git identifies patches only without their blanks. */
function identify(repository: Repository, patches: readonly Patch[], exact: boolean): ReturnType<typeof identifyAs> {
  if (!exact) return identifyAs('--stable', repository, patches)
  return identifyAs('--verbatim', repository, patches).orElse((error) =>
    error.message.includes(USAGE) ? identifyAs('--stable', repository, patches) : err(error),
  )
}

function identifyAs(
  kind: '--stable' | '--verbatim',
  repository: Repository,
  patches: readonly Patch[],
): ResultAsync<readonly (readonly [commit: CommitId, id: PatchId])[], GitError> {
  return safeTry(async function* () {
    const { signal, runner } = repository
    const { top: dir } = yield* repository.locate()
    const slot = yield* runner.enter(signal)
    const started = runner.start(DIFF_TREE, dir).andThen((differ) =>
      runner
        .start(['patch-id', kind], dir)
        .map((identifier) => [differ, identifier] as const)
        .orTee(() => differ.on('error', () => undefined).kill('SIGKILL')),
    )
    if (started.isErr()) slot.leave()
    const [differ, identifier] = yield* started
    const children = [differ, identifier]
    const stopListening = onAbort(signal, () => children.forEach((child) => void child.kill('SIGKILL')))
    const ends = [
      endOf(differ, runner, { command: 'diff-tree', dir }),
      endOf(identifier, runner, { command: 'patch-id', dir }),
    ]
    void Promise.all(ends).then(() => slot.leave())
    // When the pipe breaks, the exit codes say more about the cause.
    differ.stdin.on('error', () => undefined)
    const piped = pipeline(differ.stdout, identifier.stdin).catch((error: unknown) => error)
    const output: Buffer[] = []
    identifier.stdout.on('data', (chunk: Buffer) => output.push(chunk))
    differ.stdin.end(patches.map((patch) => `${patchLine(patch)}\n`).join(''))
    try {
      const [differFailure, identifierFailure] = await Promise.all(ends)
      yield* checkAborted(signal)
      const broken = await piped
      const isUnknown = identifierFailure?.message.includes(USAGE) === true
      const failure = isUnknown ? identifierFailure : (differFailure ?? identifierFailure)
      if (failure !== undefined) return err(failure)
      if (broken !== undefined) return err(codedError('git_failed', toGitError(broken).message))
      return ok(parseIds(Buffer.concat(output)))
    } finally {
      stopListening()
      for (const child of children) if (child.exitCode === null) child.kill('SIGKILL')
    }
  })
}

function parseIds(output: Buffer): readonly (readonly [commit: CommitId, id: PatchId])[] {
  const answers: (readonly [commit: CommitId, id: PatchId])[] = []
  for (const line of output.toString('latin1').split('\n')) {
    const [id, commit] = line.split(' ')
    if (id !== undefined && commit !== undefined) answers.push([commit as CommitId, id])
  }
  return answers
}
