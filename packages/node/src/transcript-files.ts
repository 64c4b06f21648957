import { createReadStream } from 'node:fs'
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { RepositoryInfo } from '@chronicle/core/contracts'

/** A transcript on disk. */
export interface TranscriptFile {
  readonly path: string
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number
}

/** Transcripts that were found, and places that could not be looked into. */
export interface TranscriptListing {
  readonly files: readonly TranscriptFile[]
  readonly failed: readonly string[]
}

/** Folders of a tree that are looked into, from its top. Codex has one for each day. */
const MAX_DEPTH = 6
/** A longer line is a picture or the output of a program: nobody types it. */
const MAX_LINE_CHARACTERS = 8 * 1024 * 1024
/** More than this is not read of one transcript. */
const MAX_FILE_BYTES = 512 * 1024 * 1024
/** The first line of a rollout says where it worked; instructions stand in it, too. */
const FIRST_LINE_BYTES = 512 * 1024

/** The transcripts that agents left in the home directory for sessions in the working trees of a repository. */
export async function listTranscripts(
  roots: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  touchesRoots: (cwd: string, roots: readonly string[]) => boolean,
): Promise<TranscriptListing> {
  const home = env['HOME'] ?? env['USERPROFILE'] ?? homedir()
  const claude = join(env['CLAUDE_CONFIG_DIR'] ?? join(home, '.claude'), 'projects')
  const codex = env['CODEX_HOME'] ?? join(home, '.codex')
  const [projects, ...rollouts] = await Promise.all([
    listFiles(claude, (folder) => dirname(folder) !== claude || mayBeOf(basename(folder), roots)),
    listFiles(join(codex, 'sessions')),
    listFiles(join(codex, 'archived_sessions')),
  ])
  const files = [...projects.files]
  for (const file of rollouts.flatMap((each) => each.files)) {
    const cwd = basename(file.path).startsWith('rollout-') ? await firstCwd(file.path) : undefined
    if (cwd !== undefined && touchesRoots(cwd, roots)) files.push(file)
  }
  return { files, failed: [...projects.failed, ...rollouts.flatMap((each) => each.failed)] }
}

/** Every file of JSON lines below a folder, or the file itself. */
export async function listTranscriptsIn(path: string): Promise<TranscriptListing> {
  const found = await stat(path).catch(() => undefined)
  if (found?.isFile() !== true) return listFiles(path)
  // Sub-agents of a session write into a folder beside its file, of the same name.
  const beside = await listFiles(path.replace(/\.jsonl$/, ''))
  return { files: [{ path, modifiedAt: found.mtimeMs }, ...beside.files], failed: beside.failed }
}

/** The working trees of a repository, as their paths are written and as they are resolved. */
export async function workingTrees({ worktreeDir, commonDir }: RepositoryInfo): Promise<readonly string[]> {
  const trees = new Set(worktreeDir === undefined ? [] : [worktreeDir])
  if (commonDir !== undefined) {
    if (basename(commonDir) === '.git') trees.add(dirname(commonDir))
    const linked = join(commonDir, 'worktrees')
    // Absent: there are no linked worktrees.
    for (const name of await readdir(linked).catch(() => [])) {
      const gitFile = await readFile(join(linked, name, 'gitdir'), 'utf8').catch(() => undefined)
      if (gitFile !== undefined) trees.add(dirname(gitFile.trim()))
    }
  }
  for (const tree of [...trees]) trees.add(await realpath(tree).catch(() => tree))
  return [...trees]
}

/**
 * The lines of a file, one at a time. `undefined` stands for a line that is too long to be kept; of a file that is too
 * large the rest is not read.
 */
export async function* transcriptLines(path: string): AsyncGenerator<string | undefined> {
  let rest = ''
  let isTooLong = false
  for await (const chunk of createReadStream(path, { encoding: 'utf8', end: MAX_FILE_BYTES })) {
    const lines = String(chunk).split('\n')
    for (const [index, part] of lines.entries()) {
      if (index > 0) {
        yield isTooLong ? undefined : rest
        rest = ''
        isTooLong = false
      }
      if (rest.length + part.length > MAX_LINE_CHARACTERS) [rest, isTooLong] = ['', true]
      else if (!isTooLong) rest += part
    }
  }
  if (isTooLong) yield undefined
  else if (rest !== '') yield rest
}

async function listFiles(
  top: string,
  isOfInterest: (folder: string) => boolean = () => true,
): Promise<TranscriptListing> {
  const files: TranscriptFile[] = []
  const failed: string[] = []
  const walk = async (folder: string, depth: number): Promise<void> => {
    if (!isOfInterest(folder)) return
    const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
      // An agent that was never used has no folder.
      if (error.code !== 'ENOENT') failed.push(folder)
      return []
    })
    for (const entry of entries) {
      const path = join(folder, entry.name)
      if (entry.isDirectory() && depth < MAX_DEPTH) await walk(path, depth + 1)
      if (!entry.isFile() || !entry.name.endsWith('.jsonl')) continue
      const found = await stat(path).catch(() => undefined)
      if (found === undefined) failed.push(path)
      else files.push({ path, modifiedAt: found.mtimeMs })
    }
  }
  await walk(top, 0)
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), failed }
}

/** Claude Code names a folder by the path of the project, with `-` for every other character. */
function mayBeOf(folder: string, roots: readonly string[]): boolean {
  return roots.some((root) => {
    const name = root.replace(/[^A-Za-z0-9]/g, '-')
    return folder === name || folder.startsWith(`${name}-`) || name.startsWith(`${folder}-`)
  })
}

async function firstCwd(path: string): Promise<string | undefined> {
  let text = ''
  try {
    for await (const chunk of createReadStream(path, { encoding: 'utf8', end: FIRST_LINE_BYTES })) {
      text += String(chunk)
      if (text.includes('\n')) break
    }
  } catch {
    // It is read again later, and reported then.
    return undefined
  }
  const cwd = /"cwd"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(text)?.[1]
  return cwd === undefined ? undefined : parseText(cwd)
}

/** A string of JSON; `undefined`: it only looks like one. */
function parseText(json: string): string | undefined {
  try {
    return JSON.parse(json) as string
  } catch {
    return undefined
  }
}
