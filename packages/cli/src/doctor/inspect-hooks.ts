import { stat } from 'node:fs/promises'
import { ok, safeTry, type CodedError, type ResultAsync } from '@chronicle/schema'
import type { RepositoryInfo } from '@chronicle/core/contracts'
import type { FoundProblem } from '@chronicle/writer'
import type { CliIo } from '../host/cli-io.ts'
import { showName } from '../host/one-line.ts'
import { stableProgramPath, readRunner, type Runner } from '../init/hook-runner.ts'
import { findHooks, type HooksPlace } from '../init/hooks-place.ts'
import { planHooks } from '../init/plan-hooks.ts'
import { warnAboutHooks } from '../init/warn-about-hooks.ts'
import { applyPlan, changeOf, type PlannedFile } from '../install/planned-file.ts'
import type { EnvironmentReport } from './environment-report.ts'

/** Inspects whether the hooks that `init` installed exist and start an existing program. */
export async function inspectHooks(io: CliIo, info: RepositoryInfo): Promise<EnvironmentReport> {
  const place = await findHooks(io, info)
  if (place.isErr()) return { environment: [{ name: 'hooks', value: `none. ${place.error.message}` }], problems: [] }
  const runner = await readRunner(place.value)
  if (runner === undefined) {
    return { environment: [{ name: 'hooks', value: 'not installed: git chronicle init' }], problems: [] }
  }
  const environment = [{ name: 'hooks', value: showName(place.value.editedDir) }]
  const planned = await planRepair(io, place.value, runner)
  if (planned.isErr()) return { environment, problems: [{ kind: 'hooks_broken', message: planned.error.message }] }
  const warnings = await warnAboutHooks(io, place.value, runner.program)
  const gone = (await startsSomething(runner)) ? [] : [`${runner.program.join(' ')} is not there any more`]
  const wrong = planned.value.filter((file) => changeOf(file) !== 'unchanged')
  const files = wrong
    .filter(({ content }) => content === 'git_hook')
    .map(({ file }) => `${showName(file.path)} is not as init made it`)
  const problems: FoundProblem[] = [...gone, ...files].map((reason) => ({
    kind: 'hooks_broken',
    message: `Hooks do not work as they should: ${reason}.`,
    fix: 'git chronicle doctor --fix',
  }))
  for (const { code, message } of warnings) {
    problems.push({ kind: code === 'notes_rewrite_ref' ? 'notes_copied_by_git' : 'hooks_broken', message })
  }
  return { environment, problems }
}

/** Repairs hooks that `init` installed; does nothing where it was never run. Returns the files that were changed. */
export function repairHooks(io: CliIo, info: RepositoryInfo): ResultAsync<readonly string[], CodedError> {
  return safeTry(async function* () {
    const place = await findHooks(io, info)
    // Without hooks there is nothing to repair.
    if (place.isErr()) return ok([])
    const runner = await readRunner(place.value)
    if (runner === undefined) return ok([])
    const planned = yield* planRepair(io, place.value, runner)
    const receipt = await applyPlan(planned, { dryRun: false, warnings: [] })
    return receipt.map(({ files }) => files.filter(({ change }) => change !== 'unchanged').map(({ path }) => path))
  })
}

/** Plans the hooks as `init` would write them. The recorded program is kept as long as it exists. */
function planRepair(io: CliIo, place: HooksPlace, runner: Runner): ResultAsync<readonly PlannedFile[], CodedError> {
  return safeTry(async function* () {
    const program = (await startsSomething(runner)) ? runner.program : await stableProgramPath(io)
    return planHooks(place, program, runner.state)
  })
}

async function startsSomething({ program }: Runner): Promise<boolean> {
  const needed = [program[0], program.at(-1)].filter((path) => path !== undefined)
  const found = await Promise.all(needed.map((path) => stat(path).catch(() => undefined)))
  return found.every((each) => each?.isFile() === true)
}
