import { createReadStream } from 'node:fs'
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import type { RepositoryInfo } from '@chronicle/core/contracts'

/** A transcript on disk. */
export interface TranscriptFile {
  readonly path: string
  /** In milliseconds since the epoch. */
  readonly modifiedAt: number
}

/** The transcripts found, and the folders that could not be read. */
export interface TranscriptListing {
  readonly files: readonly TranscriptFile[]
  readonly failed: readonly string[]
}

/** Maximum depth of folders to search. Codex has one for each day. */
const MAX_DEPTH = 6
/** Maximum length of a line: a longer one is an image or program output, not typed text. */
const MAX_LINE_CHARACTERS = 8 * 1024 * 1024
/** Maximum number of bytes to read of one transcript. */
const MAX_FILE_BYTES = 512 * 1024 * 1024
/** Maximum number of bytes to read of a rollout's first line. It contains the working folder, and instructions, too. */
const FIRST_LINE_BYTES = 512 * 1024

/**
 * Lists the transcripts in the agents' folders of the home directory, for sessions in the working trees of a
 * repository.
 */
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

/** Lists every JSON lines file below a folder, or the file itself. */
export async function listTranscriptsIn(path: string): Promise<TranscriptListing> {
  const found = await stat(path).catch(() => undefined)
  if (found?.isFile() !== true) return listFiles(path)
  const file = { path, modifiedAt: found.mtimeMs }
  if (!path.endsWith('.jsonl')) return { files: [file], failed: [] }
  // The sub-agents of a session write into a folder next to its file, with the same name.
  const beside = await listFiles(path.slice(0, -'.jsonl'.length))
  return { files: [file, ...beside.files], failed: beside.failed }
}

/** Returns the working trees of a repository, as written and with symbolic links resolved. */
export async function workingTrees({ worktreeDir, commonDir }: RepositoryInfo): Promise<readonly string[]> {
  const trees = new Set(worktreeDir === undefined ? [] : [worktreeDir])
  if (commonDir !== undefined) {
    if (basename(commonDir) === '.git') trees.add(dirname(commonDir))
    const linked = join(commonDir, 'worktrees')
    // Without this folder, there are no linked worktrees.
    for (const name of await readdir(linked).catch(() => [])) {
      const gitFile = await readFile(join(linked, name, 'gitdir'), 'utf8').catch(() => undefined)
      // It names the file `.git` of the working tree; with `worktree.useRelativePaths`, from its own folder.
      if (gitFile !== undefined) trees.add(dirname(resolve(linked, name, gitFile.trim())))
    }
  }
  for (const tree of [...trees]) trees.add(await realpath(tree).catch(() => tree))
  return [...trees]
}

/**
 * Yields the lines of a file one at a time, or `undefined` for a line that is too long to keep. The rest of a file that
 * is too large is not read.
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

/** Claude Code names a folder after the path of the project, with `-` for every other character. */
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
    // The file is read again later, and the failure is reported then.
    return undefined
  }
  const cwd = /"cwd"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(text)?.[1]
  return cwd === undefined ? undefined : parseText(cwd)
}

/** Parses a JSON string. Returns `undefined` if it only looks like one. */
function parseText(json: string): string | undefined {
  try {
    return JSON.parse(json) as string
  } catch {
    return undefined
  }
}
