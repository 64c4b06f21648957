import { omitUndefined } from '@chronicle/schema'
import type { CommandHost } from '../host/command-host.ts'
import { withRepository } from '../host/with-repository.ts'
import { reportWarning } from '../host/report-failure.ts'
import { showProgress } from '../host/show-progress.ts'
import { openSession } from '../writing/open-session.ts'
import { formatSync } from './format-sync.ts'
import type { SyncAction, SyncFlags } from './sync-flags.ts'

/** Progress texts of the commands. */
const STEPS: Readonly<Record<SyncAction, string>> = {
  enable: 'Fetching notes …',
  disable: 'Looking …',
  status: 'Looking …',
  pull: 'Fetching notes …',
  push: 'Pushing notes …',
}

/** Runs one `sync` command. */
export async function runSync(
  host: CommandHost,
  {
    action,
    remote,
    flags,
  }: { readonly action: SyncAction; readonly remote: string | undefined; readonly flags: SyncFlags },
): Promise<void> {
  const json = flags.format === 'json'
  const io = json ? { ...host.io, json } : host.io
  await withRepository({ io }, openSession({ ...host, io }, flags), async function* ({ repository, notesRef, call }) {
    // Git prompts on the terminal itself, not through the streams of this process.
    const mayAsk = io.stdin.isTTY === true && io.stderr.isTTY === true
    const options = { ...call, notesRef, mayAsk, ...omitUndefined({ remote }) }
    const work = repository.sync[action](options)
    const done = yield* await (mayAsk ? work : showProgress(io, STEPS[action], work))
    if (json) {
      io.stdout.write(`${JSON.stringify(done, null, 2)}\n`)
      return
    }
    io.stdout.write(formatSync(done))
    for (const { severity, message } of done.warnings) {
      if (severity === 'info') io.stdout.write(`${message}\n`)
      else reportWarning(io, message)
    }
  })
}
