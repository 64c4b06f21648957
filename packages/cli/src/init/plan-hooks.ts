import { lstat, readFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { err, ok, omitEmpty, omitUndefined, safeTry, type CodedError, type ResultAsync } from '@chronicle/schema'
import { removeSection, setSection } from '../config-files/edit-section.ts'
import { readTarget, type TargetFile } from '../config-files/target-file.ts'
import { codedError } from '@chronicle/core/contracts'
import { exists } from '../host/absent-files.ts'
import { showName } from '../host/one-line.ts'
import type { PlannedFile } from '../install/planned-file.ts'
import { chainedPath, moveAside, moveBack } from './chained-hook.ts'
import { addToHook, isShellScript, servedDirsOf, removeFromHook } from './edit-hook.ts'
import { HOOK_NAMES, RUNNER_NAME, type HookName } from './hook-names.ts'
import { runnerText, type InitState } from './hook-runner.ts'
import { HOOK_MARKS, isWrapper, servedLine, wrapperText } from './hook-section.ts'
import type { HooksPlace } from './hooks-place.ts'
import { lefthookLocalPath, lefthookSection, findDuplicateHook } from './lefthook-section.ts'

/** Planned edits, or the reason why they are not possible. */
export type PlannedFiles = ResultAsync<readonly PlannedFile[], CodedError>

/** Suffix that lefthook adds to a hook that it replaces. It restores that hook when it is uninstalled. */
const REPLACED_SUFFIX = '.old'

/** Plans the edits of all hooks, and of the runner last: hooks do nothing until it exists. */
export function planHooks(place: HooksPlace, program: readonly string[], state: InitState): PlannedFiles {
  return safeTry(async function* () {
    const files: PlannedFile[] = []
    if (place.lefthook.size > 0) {
      const planned = yield* planLefthook(place)
      files.push(...planned)
    }
    for (const hook of HOOK_NAMES.filter((each) => !place.lefthook.has(each))) {
      const planned = yield* planHook(place, hook)
      files.push(planned)
    }
    const runner = yield* readTarget(place.runnerPath)
    const folders = await foldersToMake(place, files)
    const text = runnerText(program, { ...state, folders: [...new Set([...folders, ...state.folders])] })
    return ok([...files, { file: runner, text, content: 'hook_runner' }])
  })
}

/**
 * Plans the removal of our lines from all hooks, in every folder where they may have been added, because the hooks
 * folder may have changed.
 */
export function planRemoval(place: HooksPlace): PlannedFiles {
  return safeTry(async function* () {
    const files: PlannedFile[] = []
    const runner = yield* readTarget(place.runnerPath)
    if (runner.text !== undefined) files.push({ file: runner, text: undefined, content: 'hook_runner' })
    const dirs = new Set([place.editedDir, place.gitHooksDir, join(place.commonDir, 'hooks')])
    for (const path of [...dirs].flatMap((dir) => HOOK_NAMES.map((hook) => join(dir, hook)))) {
      const planned = yield* removeFrom(path, place)
      const replaced = path + REPLACED_SUFFIX
      // The original hook moves back to the path of the hook that called it.
      const wasAt = planned?.after === undefined ? path : replaced
      const other = yield* removeFrom(replaced, place, wasAt)
      for (const file of [planned, other]) if (file !== undefined) files.push(file)
    }
    if (await hasMarks(excludePath(place))) {
      const file = yield* readTarget(excludePath(place))
      const text = yield* removeSection(file.text ?? '', HOOK_MARKS, file.path)
      files.push({ file, text, content: 'git_exclude' })
    }
    const local = await lefthookLocalPath(place.worktreeDir)
    if (local.isErr() || !(await hasMarks(local.value))) return ok(files)
    const file = yield* readTarget(local.value)
    return removeSection(file.text ?? '', HOOK_MARKS, local.value).map((text) => [
      ...files,
      { file, text, content: 'git_hook' },
    ])
  })
}

function planHook(place: HooksPlace, hook: HookName): ResultAsync<PlannedFile, CodedError> {
  return safeTry(async function* () {
    const path = join(place.editedDir, hook)
    const kind = await kindOfHook(path, place.husky)
    // The note is shown only once.
    const isFirst = hook === HOOK_NAMES[0]
    const note =
      place.husky && isFirst ? 'husky runs these hooks. They are files of the project: commit them.' : undefined
    const base = { content: 'git_hook', ...omitUndefined({ note }) } as const
    if (kind === 'other') {
      const served = await servedDirs(place, [])
      return ok({
        ...base,
        file: { path, realPath: path, linked: false, text: undefined, mode: undefined },
        text: wrapperText(hook, served),
        executable: true,
        before: () => moveAside(path),
        note: `The existing hook keeps running: it is kept as ${showName(chainedPath(path))}, and called.`,
      })
    }
    const target = yield* readTarget(path)
    const { text } = target
    const known = yield* servedDirsOf(text ?? '', path)
    const served = await servedDirs(place, known)
    const added =
      text !== undefined && isWrapper(text) ? ok(wrapperText(hook, served)) : addToHook(text, hook, served, path)
    return added.map((after) => ({
      ...base,
      file: target,
      text: after,
      // husky runs its hooks with `sh`; the project decides whether they are executable.
      ...omitEmpty({ executable: !(place.husky && text !== undefined) }),
    }))
  })
}

/**
 * Returns the repositories that a folder outside this one serves: the others that still have a runner, and this one.
 */
async function servedDirs({ outside, commonDir }: HooksPlace, known: readonly string[]): Promise<readonly string[]> {
  if (!outside) return []
  return [...(await othersOf(known, commonDir)), commonDir]
}

async function othersOf(dirs: readonly string[], own: string): Promise<readonly string[]> {
  const alive: string[] = []
  for (const dir of dirs) if (dir !== own && (await exists(join(dir, RUNNER_NAME)))) alive.push(dir)
  return alive
}

/**
 * Returns the kind of a hook. `other`: it cannot or must not be edited; an inactive script, for example, would become
 * active with our lines.
 */
async function kindOfHook(path: string, husky: boolean): Promise<'absent' | 'script' | 'other'> {
  const found = await lstat(path).catch(() => undefined)
  if (found === undefined) return 'absent'
  if (!found.isFile()) return 'other'
  const bytes = await readFile(path).catch(() => undefined)
  if (bytes === undefined) return 'other'
  const text = bytes.toString('utf8')
  if (text.includes(HOOK_MARKS.begin)) return 'script'
  const isActive = husky || process.platform === 'win32' || (found.mode & 0o111) !== 0
  const isText = Buffer.from(text, 'utf8').equals(bytes)
  return isActive && isText && isShellScript(text) && (found.mode & 0o222) !== 0 ? 'script' : 'other'
}

function planLefthook(place: HooksPlace): PlannedFiles {
  return safeTry(async function* () {
    const hooks = HOOK_NAMES.filter((hook) => place.lefthook.has(hook))
    const files: PlannedFile[] = []
    for (const hook of hooks) {
      // The hook was added before lefthook took over.
      const planned = yield* removeFrom(join(place.editedDir, hook), place)
      if (planned !== undefined) files.push(planned)
    }
    const path = yield* lefthookLocalPath(place.worktreeDir)
    const target = yield* readTarget(path)
    const { text = '' } = target
    const others = yield* removeSection(text, HOOK_MARKS, path)
    const presentHook = findDuplicateHook(others ?? '', hooks)
    if (presentHook !== undefined) {
      const message = `${showName(path)} has "${presentHook}" already. Add to its commands: chronicle, with what follows, then try again. Nothing was written.\n${lefthookSection([presentHook])}`
      return err(codedError('config_conflict', message, { data: { path, hook: presentHook } }))
    }
    const after = yield* setSection(text, lefthookSection(hooks), HOOK_MARKS, path)
    // Whoever created the file has decided whether it is committed.
    const isOurs = others === undefined || others.trim() === ''
    const exclude = yield* isOurs ? planExclude(place, path) : ok([])
    const care = isOurs ? 'so git is told to ignore it' : 'so keep it out of commits'
    const note = `lefthook runs it. It is for this machine only, ${care}. Run \`lefthook install\` once.`
    return ok([...files, { file: target, text: after, content: 'git_hook', note }, ...exclude])
  })
}

/** Adds a file at the top of the working tree to those that git ignores in this clone. */
function planExclude(place: HooksPlace, path: string): PlannedFiles {
  return safeTry(async function* () {
    const target = yield* readTarget(excludePath(place))
    const { text = '' } = target
    const after = yield* setSection(text, `/${basename(path)}`, HOOK_MARKS, target.path)
    return ok([{ file: target, text: after, content: 'git_exclude' as const }])
  })
}

function excludePath({ commonDir }: HooksPlace): string {
  return join(commonDir, 'info', 'exclude')
}

/**
 * Plans the removal of our lines from a hook. Returns `undefined` if there are none. `hook` is its path when it was
 * written.
 */
function removeFrom(
  path: string,
  place: HooksPlace,
  hook: string = path,
): ResultAsync<PlannedFile | undefined, CodedError> {
  return safeTry(async function* () {
    if (!(await hasMarks(path))) return ok(undefined)
    const target = yield* readTarget(path)
    const { text = '' } = target
    const file: TargetFile = target
    const served = yield* servedDirsOf(text, path)
    const others = await othersOf(served, place.commonDir)
    if (others.length > 0) {
      const note = `It stays for other repositories: ${others.map((dir) => showName(dir)).join(', ')}.`
      const kept = text
        .split('\n')
        .filter((line) => line !== servedLine(place.commonDir))
        .join('\n')
      return ok({ file, text: kept, content: 'git_hook', note })
    }
    if (isWrapper(text)) {
      const isKept = (await lstat(chainedPath(hook)).catch(() => undefined)) !== undefined
      const note = 'The hook that was there before is back.'
      return ok({
        file,
        text: undefined,
        content: 'git_hook',
        ...(isKept && { after: () => moveBack(hook, path), note }),
      })
    }
    return removeFromHook(text, path).map((left) => ({ file, text: left, content: 'git_hook' }))
  })
}

/** Returns folders that do not exist yet, outermost last, as paths for the state of the runner. */
async function foldersToMake({ commonDir }: HooksPlace, files: readonly PlannedFile[]): Promise<readonly string[]> {
  const missing = new Set<string>()
  for (const { file } of files) {
    for (let dir = dirname(file.path); !(await exists(dir)); dir = dirname(dir)) missing.add(relative(commonDir, dir))
  }
  return [...missing]
}

async function hasMarks(path: string): Promise<boolean> {
  const text = await readFile(path, 'utf8').catch(() => '')
  return text.includes(HOOK_MARKS.begin) || text.includes(HOOK_MARKS.end)
}
