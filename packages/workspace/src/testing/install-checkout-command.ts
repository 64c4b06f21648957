import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chronicleCommand } from './chronicle-command.ts'

/** Writes a `git-chronicle` that runs this checkout's command into a folder. */
export async function installCheckoutCommand(dir: string): Promise<void> {
  const file = join(dir, 'git-chronicle')
  const program = [process.execPath, ...chronicleCommand]
  await mkdir(dir, { recursive: true })
  await writeFile(file, `#!/bin/sh\nexec ${program.map((word) => `'${word}'`).join(' ')} "$@"\n`)
  await chmod(file, 0o755)
}
