import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '../checks/workspace-packages.ts'

/** Node's arguments to run TypeScript with the packages resolved to their sources. */
export const fromSources: readonly string[] = ['--conditions=chronicle-source', '--import', import.meta.resolve('tsx')]

/** Puts a `git-chronicle` into a folder that runs the command from its sources. */
export async function installSourceCommand(dir: string): Promise<void> {
  const file = join(dir, 'git-chronicle')
  const program = [process.execPath, ...fromSources, join(repositoryRoot, 'packages/cli/src/bin.ts')]
  await mkdir(dir, { recursive: true })
  await writeFile(file, `#!/bin/sh\nexec ${program.map((word) => `'${word}'`).join(' ')} "$@"\n`)
  await chmod(file, 0o755)
}
