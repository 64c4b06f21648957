import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { CommitId } from '@chronicle/schema'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { claudeCodeLines } from './claude-code-lines.ts'
import { codexLines } from './codex-lines.ts'
import { untagged, type SessionScript, type Step } from './session-script.ts'

/** A step with its time and the session's working directory. */
export type TimedStep = Step & { readonly at: string; readonly cwd: string }

/** A repository whose commits were made in sessions, with the transcripts of these sessions. */
export interface BuiltSessions {
  readonly repository: FixtureRepository
  /** Keyed by the name that a script gives them. */
  readonly commits: ReadonlyMap<string, CommitId>
  /** A home directory with `.claude` and `.codex`. */
  readonly home: string
}

const run = promisify(execFile)

/** Plays sessions in a new repository: writes files, makes commits, and writes the transcripts as the agents do. */
export async function buildSessions(
  scripts: readonly SessionScript[],
  files: Readonly<Record<string, string>>,
): Promise<BuiltSessions> {
  const repository = await createFixtureRepository()
  const { dir } = repository
  const commits = new Map<string, CommitId>()
  const home = join(dirname(dir), `home-${randomUUID()}`)
  const put = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(dir, path)), { recursive: true })
    await writeFile(join(dir, path), text)
  }
  const commitAll = async (subject: string, at: string): Promise<CommitId> => {
    const env = { ...process.env, GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at }
    await run('git', ['add', '-A'], { cwd: dir })
    await run('git', ['commit', '-qm', subject], { cwd: dir, env })
    return (await run('git', ['rev-parse', 'HEAD'], { cwd: dir })).stdout.trim() as CommitId
  }
  for (const [path, text] of Object.entries(files)) await put(path, text)
  await commitAll('Begin', '2026-01-01T00:00:00Z')
  for (const script of scripts) {
    let clock = Date.parse(script.start)
    const timed: TimedStep[] = []
    for (const step of script.steps) {
      clock += 'wait' in step ? step.wait * 60_000 : 20_000
      const at = new Date(clock).toISOString()
      if ('write' in step) await put(step.write, step.text)
      if ('edit' in step) {
        const before = await readFile(join(dir, step.edit), 'utf8')
        if (!before.includes(step.from)) throw new Error(`${step.edit} has no ${JSON.stringify(step.from)}`)
        await put(
          step.edit,
          before.replace(step.from, () => step.to),
        )
      }
      if ('discard' in step) await run('git', ['checkout', '-q', '.'], { cwd: dir })
      if ('commit' in step) commits.set(step.commit, await commitAll(step.subject, at))
      timed.push({ ...untagged(step), at, cwd: dir })
    }
    const isClaude = script.agent === 'claude-code'
    const day = script.start.slice(0, 10).split('-')
    const file = isClaude
      ? join(home, '.claude', 'projects', dir.replace(/[^A-Za-z0-9]/g, '-'), `${script.id}.jsonl`)
      : join(
          home,
          '.codex',
          'sessions',
          ...day,
          `rollout-${script.start.slice(0, 19).replace(/:/g, '-')}-${script.id}.jsonl`,
        )
    const lines = isClaude ? claudeCodeLines(script.id, timed) : codexLines(script.id, timed)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  }
  return { repository, commits, home }
}
