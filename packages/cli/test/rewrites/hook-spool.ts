import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll } from 'vitest'
import { chronicle } from '../run-chronicle.ts'

/**
 * Runs the hooks' command lines in this process. Git starts the hooks, which start a small shell script instead of
 * `node`. It passes on its arguments, input and environment, and waits. A scenario runs a dozen hooks, and starting the
 * program from its sources takes a second each time.
 */
export interface HookSpool {
  /** Folder of the spool, removed when it is closed. */
  readonly dir: string
  /** Command line that starts the program, for installing hooks. */
  readonly self: readonly [string, string]
  /** Texts that the hooks printed on stderr, and the number of calls of each hook. */
  readonly errorTexts: string[]
  readonly calls: Map<string, number>
  close(): Promise<void>
}

const SCRIPT = `spool=\${0%/*}
id=$$
cat > "$spool/$id.in"
env -0 > "$spool/$id.env"
pwd > "$spool/$id.part"
for each in "$@"; do printf '%s\\n' "$each" >> "$spool/$id.part"; done
mv "$spool/$id.part" "$spool/$id.call"
while [ ! -e "$spool/$id.done" ]; do sleep 0.01; done
rm -f "$spool/$id.done"
`

/** Opens the spool of a test file, and closes it after its tests. */
export async function useHookSpool(): Promise<HookSpool> {
  const spool = await openHookSpool()
  afterAll(() => spool.close())
  return spool
}

async function openHookSpool(): Promise<HookSpool> {
  const dir = await mkdtemp(join(tmpdir(), 'chronicle-hooks-'))
  const script = join(dir, 'program.sh')
  await mkdir(dir, { recursive: true })
  await writeFile(script, SCRIPT)
  await chmod(script, 0o755)
  const errorTexts: string[] = []
  const calls = new Map<string, number>()
  let open = true

  async function answer(id: string): Promise<void> {
    const [cwd = '', ...args] = (await readFile(join(dir, `${id}.call`), 'utf8')).split('\n').slice(0, -1)
    const variables = (await readFile(join(dir, `${id}.env`), 'utf8')).split('\0').filter((each) => each !== '')
    const env = Object.fromEntries(
      variables.map((each) => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)]),
    )
    const input = await readFile(join(dir, `${id}.in`))
    const name = args[1] ?? ''
    calls.set(name, (calls.get(name) ?? 0) + 1)
    const run = await chronicle(cwd, args, { input, env })
    if (run.stderr !== '') errorTexts.push(`${args.join(' ')}: ${run.stderr}`)
    for (const end of ['call', 'env', 'in']) await rm(join(dir, `${id}.${end}`))
    await writeFile(join(dir, `${id}.part`), '')
    await rename(join(dir, `${id}.part`), join(dir, `${id}.done`))
  }

  const serving = (async () => {
    while (open) {
      const waiting = (await readdir(dir)).filter((name) => name.endsWith('.call'))
      for (const name of waiting) await answer(name.slice(0, -'.call'.length))
      if (waiting.length === 0) await sleep(4)
    }
  })()

  return {
    dir,
    self: ['/bin/sh', script],
    errorTexts,
    calls,
    async close() {
      open = false
      await serving
      await rm(dir, { recursive: true, force: true })
    },
  }
}
