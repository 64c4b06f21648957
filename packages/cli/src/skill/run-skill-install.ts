import { readdir, readFile, realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { err, ok, omitUndefined, safeTry, type CodedError, type Result, type ResultAsync } from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'
import { removeSection, setSection, type SectionMarks } from '../config-files/edit-section.ts'
import { readTarget, type TargetFile } from '../config-files/target-file.ts'
import type { CommandHost } from '../host/command-host.ts'
import { claudeFolder } from '../install/agent-clients.ts'
import { warnIfNotOnPath } from '../install/command-on-path.ts'
import type { InstallPlan, PlannedFile } from '../install/planned-file.ts'
import { userPlaces } from '../install/user-places.ts'
import { worktreeTop } from '../install/worktree-top.ts'
import { removeHooks, setHooks } from './claude-hooks.ts'
import { checkUnedited, skillFile } from './skill-file.ts'
import type { SkillInstallFlags, SkillPart } from './skill-flags.ts'
import { AGENTS_SECTION, SKILL_FILE } from './skill-text.ts'
import { installFiles } from '../install/install-files.ts'
import { isWithin } from '../host/is-within.ts'

const MARKS: SectionMarks = { begin: '<!-- chronicle:begin -->', end: '<!-- chronicle:end -->' }

/** Runs one `skill install`: plans all edits, and writes only if all of them are possible. */
export async function runSkillInstall(
  host: CommandHost,
  named: readonly SkillPart[],
  flags: SkillInstallFlags,
): Promise<void> {
  const { io } = host
  if (flags.print === true) {
    io.stdout.write(skillFile())
    return
  }
  await installFiles(io, await planSkillInstall(host, named, flags), flags)
}

/** Plans the edits of one `skill install`. */
export function planSkillInstall(
  host: CommandHost,
  named: readonly SkillPart[],
  flags: SkillInstallFlags,
): ResultAsync<InstallPlan, CodedError> {
  return safeTry(async function* () {
    const folders = yield* findFolders(host, flags)
    const files: PlannedFile[] = []
    for (const part of new Set(named.length === 0 ? (['skill'] as const) : named)) {
      const planned = yield* PARTS[part](folders, flags)
      files.push(planned)
      if (part !== 'skill' || flags.uninstall !== true || flags.dir !== undefined) continue
      for (const skills of await otherSkills(folders)) files.push(yield* PARTS.skill({ ...folders, skills }, flags))
    }
    return ok({ files, warnings: flags.uninstall === true ? [] : await warnIfNotOnPath(host.io) })
  })
}

interface Folders {
  /** Folder of Claude Code's files. */
  readonly claude: string
  readonly skills: string
  /** Folder that the agents' folders are in, such as `.claude` and `.agents`. */
  readonly base: string
  /** Top of the working tree. Absent: the installation is for the user. */
  readonly top: string | undefined
}

function findFolders(host: CommandHost, flags: SkillInstallFlags): ResultAsync<Folders, CodedError> {
  return safeTry(async function* () {
    const dir = flags.dir === undefined ? undefined : resolve(host.io.cwd, flags.C ?? '.', flags.dir)
    if (flags.user === true) {
      return userPlaces(host.io).map((places): Folders => {
        const claude = claudeFolder(places)
        return { claude, skills: dir ?? join(claude, 'skills'), base: places.home, top: undefined }
      })
    }
    return (await worktreeTop(host, flags)).map((top): Folders => {
      const claude = join(top, '.claude')
      return { claude, skills: dir ?? join(claude, 'skills'), base: top, top }
    })
  })
}

/**
 * Returns the folders `skills` of other agents, installed by `--dir`, with a skill of ours that nobody has edited. The
 * folder of an agent begins with a dot; any other is a project, which may have a copy of its own.
 */
async function otherSkills({ base, skills }: Folders): Promise<readonly string[]> {
  const entries = await readdir(base, { withFileTypes: true }).catch(() => [])
  const found: string[] = []
  for (const entry of entries) {
    const folder = join(base, entry.name, 'skills')
    if (!entry.isDirectory() || !entry.name.startsWith('.') || folder === skills) continue
    const path = join(folder, SKILL_FILE)
    const text = await readFile(path, 'utf8').catch(() => undefined)
    if (text === undefined || checkUnedited(text, path).isErr()) continue
    // What a link leads to is found by its own name, or belongs elsewhere.
    const isLink = (await realpath(folder)) !== join(await realpath(base), entry.name, 'skills')
    if (!isLink) found.push(folder)
  }
  return found.sort()
}

type PlanPart = (folders: Folders, flags: SkillInstallFlags) => ResultAsync<PlannedFile, CodedError>

const PARTS: Readonly<Record<SkillPart, PlanPart>> = {
  skill({ skills, top }, { uninstall }) {
    return safeTry(async function* () {
      const path = join(skills, SKILL_FILE)
      const file = yield* readTarget(path)
      const { text } = file
      const wanted = uninstall === true ? undefined : skillFile()
      const within = top !== undefined && isWithin(top, skills) ? top : skills
      const base = { file, content: 'skill', within } as const
      // Git may check the file out with other line endings.
      if (text === undefined || text.replaceAll('\r\n', '\n') === wanted) {
        return ok({ ...base, text: text === undefined ? wanted : text })
      }
      return checkUnedited(text, path).map((): PlannedFile => ({ ...base, text: wanted }))
    })
  },

  hooks({ claude, top }, { uninstall }) {
    return safeTry(async function* () {
      const file = yield* readTarget(join(claude, 'settings.json'))
      const edit = uninstall === true ? removeHooks : setHooks
      const base = { content: 'hooks', client: 'claude-code', ...omitUndefined({ within: top }) } as const
      return changed(file, (text) => edit(text, file.path)).map((text): PlannedFile => ({
        file,
        text,
        ...base,
      }))
    })
  },

  'agents-md'({ top }, { uninstall }) {
    return safeTry(async function* () {
      if (top === undefined) {
        return err(codedError('usage', 'AGENTS.md is a file of a project: agents-md cannot be installed with --user.'))
      }
      const file = yield* readTarget(join(top, 'AGENTS.md'))
      const { path } = file
      return changed(file, (text) =>
        uninstall === true ? removeSection(text, MARKS, path) : setSection(text, AGENTS_SECTION, MARKS, path),
      ).map((text): PlannedFile => ({ file, text, content: 'agents_md' }))
    })
  },
}

/** Applies an edit, but does not create a file when there was nothing to remove. */
function changed<E extends CodedError>(
  file: TargetFile,
  edit: (text: string) => Result<string | undefined, E>,
): Result<string | undefined, E> {
  return edit(file.text ?? '').map((text) => (text === '' ? file.text : text))
}
