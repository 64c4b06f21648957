import { cp, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { annotateStep } from './annotate-step.ts'
import { demoHistory, type DemoStep } from './demo-history.ts'
import { runProgram } from './run-program.ts'

/** Environment that keeps the user's git configuration from changing ids: no signing, no hooks, no templates. */
export const pinnedEnvironment: Readonly<Record<string, string>> = {
  GIT_CONFIG_GLOBAL: process.platform === 'win32' ? 'NUL' : '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  TZ: 'UTC',
}

/**
 * Creates the demonstration repository in `dir`, which must not exist yet. Commits have the same ids each time, and
 * annotations the same text. Annotations are written as an agent writes them, with `annotate --live`.
 */
export async function buildDemoRepository(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true })
  await git(dir, ['init', '--quiet', '--initial-branch=main'])
  // The author of notes, regardless of the machine's configuration.
  await git(dir, ['config', 'user.name', 'Saltmarsh'])
  await git(dir, ['config', 'user.email', 'team@saltmarsh.example'])
  const ids = new Map<string, string>()
  for (const step of await demoHistory()) {
    await applyStep(dir, step)
    ids.set(step.name, (await git(dir, ['rev-parse', 'HEAD'])).trim())
    if (step.annotation !== undefined) {
      // The author of a commit also records its annotation.
      const env = { ...process.env, ...pinnedEnvironment, ...identity(step) }
      await annotateStep(dir, resolveReferences(step, step.annotation, ids), { time: Date.parse(step.date), env })
    }
  }
}

async function applyStep(dir: string, step: DemoStep): Promise<void> {
  for (const path of step.remove) await rm(join(dir, path))
  await cp(step.filesDir, dir, { recursive: true })
  await git(dir, ['add', '--all'])
  await git(dir, ['commit', '--quiet', '--message', step.message], identity(step))
}

/** Returns the annotation as data for `annotate --live`, with references to earlier steps replaced by commit ids. */
function resolveReferences(step: DemoStep, annotation: string, ids: ReadonlyMap<string, string>): object {
  const resolved = annotation.replaceAll(/"@([\w-]+)"/g, (_, name: string) => {
    const id = ids.get(name)
    if (id === undefined) throw new Error(`${step.name} refers to '@${name}', which is not an earlier step`)
    return JSON.stringify(id)
  })
  return { commit: 'HEAD', ...(JSON.parse(resolved) as object) }
}

function identity({ author, date }: DemoStep): Record<string, string> {
  const [, name = '', email = ''] = /^(.*) <(.*)>$/.exec(author) ?? []
  return {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
    GIT_COMMITTER_DATE: date,
  }
}

function git(cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
  return runProgram('git', args, { cwd, env: { ...pinnedEnvironment, ...env } })
}
