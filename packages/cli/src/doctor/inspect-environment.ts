import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { dirname } from 'node:path'
import type { NotesRef } from '@chronicle/schema'
import type { CallOptions, GitBackend, RepositoryInfo } from '@chronicle/core/contracts'
import { unrecordedCommits, unrecordedNotice } from '../git-hooks/unrecorded.ts'
import type { CliIo } from '../host/cli-io.ts'
import { gitProcess } from '../host/git-process.ts'
import { inspectCommitGraph } from './inspect-commit-graph.ts'
import { inspectHooks } from './inspect-hooks.ts'
import { inspectIndex } from './inspect-index.ts'
import { inspectSync } from './inspect-sync.ts'
import { EMPTY_ENVIRONMENT_REPORT, type EnvironmentReport } from './environment-report.ts'

/** The inputs of the inspection. */
export interface DoctorContext {
  readonly git: GitBackend
  readonly info: RepositoryInfo
  readonly notesRefs: readonly NotesRef[]
  readonly io: CliIo
  readonly call: CallOptions
}

/** Inspects the machine and the repository without network access. */
export async function inspectEnvironment(around: DoctorContext): Promise<EnvironmentReport> {
  const { git, info, io, notesRefs, call } = around
  const parts = await Promise.all([
    versions(around),
    identity(around),
    cacheFolder(info),
    fetchedNotes(around),
    Promise.resolve(shallow(info)),
    inspectHooks(io, info),
    unrecorded(info),
    inspectSync(io, info, notesRefs),
    inspectIndex(git, info, notesRefs, call),
    inspectCommitGraph(io, info),
  ])
  const facts = parts.flatMap(({ environment }) => environment)
  return {
    environment: [{ name: 'git backend', value: git.name }, ...facts],
    problems: parts.flatMap(({ problems }) => problems),
  }
}

async function versions({ git, io: { env } }: DoctorContext): Promise<EnvironmentReport> {
  const version = git.name === 'git-cli' ? await gitVersion(env) : undefined
  const sqlite = isBuiltin('node:sqlite') ? 'yes' : 'no, so the index is kept in files'
  return {
    environment: [
      ...(version === undefined ? [] : [{ name: 'git', value: version }]),
      { name: 'node', value: process.versions.node },
      { name: 'SQLite', value: sqlite },
    ],
    problems: [],
  }
}

/** Returns `undefined` if git does not print its version. A missing git would have failed earlier. */
function gitVersion(env: CliIo['env']): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile('git', ['--version'], gitProcess(env), (error, stdout) => {
      resolve(error === null ? /\d[\w.]*/u.exec(stdout)?.[0] : undefined)
    })
  })
}

async function identity({ git, call }: DoctorContext): Promise<EnvironmentReport> {
  if (git.identity === undefined) return EMPTY_ENVIRONMENT_REPORT
  const found = await git.identity(call)
  if (found.isOk()) {
    const { name, email } = found.value
    return { environment: [{ name: 'identity', value: `${name} <${email}>` }], problems: [] }
  }
  const message = `Nothing can be recorded: ${found.error.message}`
  const fix = 'git config --global user.name NAME && git config --global user.email EMAIL'
  return { environment: [], problems: [{ kind: 'identity_unknown', message, fix }] }
}

async function cacheFolder({ chronicleDir }: RepositoryInfo): Promise<EnvironmentReport> {
  if (chronicleDir === undefined) return EMPTY_ENVIRONMENT_REPORT
  const environment = [{ name: 'cache', value: chronicleDir }]
  if (await isWritable(chronicleDir)) return { environment, problems: [] }
  const message = `${chronicleDir} cannot be written, so commands cannot reuse each other's results.`
  return { environment, problems: [{ kind: 'cache_not_writable', message }] }
}

/** Whether a folder can be written or created. */
async function isWritable(dir: string): Promise<boolean> {
  try {
    await access(dir, constants.W_OK | constants.X_OK)
    return true
  } catch (error) {
    const isAbsent = (error as NodeJS.ErrnoException).code === 'ENOENT' && dirname(dir) !== dir
    return isAbsent && (await isWritable(dirname(dir)))
  }
}

/** Reports notes that were fetched from a remote into a ref of their own and never merged into the ref that is read. */
async function fetchedNotes({ git, notesRefs, call }: DoctorContext): Promise<EnvironmentReport> {
  const [ref] = notesRefs
  if (ref === undefined) return EMPTY_ENVIRONMENT_REPORT
  const own = await git.notesTip(ref, call)
  if (own.isErr() || own.value !== undefined) return EMPTY_ENVIRONMENT_REPORT
  const remotes = (await git.readConfig?.('remote', call))?.unwrapOr(undefined)
  const name = ref.replace(/^refs\/notes\//u, '')
  for (const key of remotes?.keys() ?? []) {
    const remote = /^(.+)\.url$/u.exec(key)?.[1]
    if (remote === undefined) continue
    const fetched = `refs/notes/remotes/${remote}/${name}` as NotesRef
    const tip = await git.notesTip(fetched, call)
    if (tip.isErr() || tip.value === undefined) continue
    const message = `There is no ${ref} here, but ${fetched} has been fetched: its notes are not read.`
    return {
      environment: [],
      problems: [{ kind: 'notes_not_fetched', message, fix: `git notes --ref=${name} merge ${fetched}` }],
    }
  }
  return EMPTY_ENVIRONMENT_REPORT
}

/** Reports what hooks could not record and a later hook must. */
async function unrecorded(info: RepositoryInfo): Promise<EnvironmentReport> {
  const commits = await unrecordedCommits(info)
  const notice = commits.isErr() ? commits.error : unrecordedNotice(commits.value)
  return { environment: [], problems: notice === undefined ? [] : [{ kind: 'hooks_broken', message: notice.message }] }
}

function shallow({ shallow: isShallow }: RepositoryInfo): EnvironmentReport {
  if (!isShallow) return EMPTY_ENVIRONMENT_REPORT
  const message = 'The clone is shallow: the changes and annotations of older commits are not known.'
  return { environment: [], problems: [{ kind: 'shallow_history', message, fix: 'git fetch --unshallow' }] }
}
