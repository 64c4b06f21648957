import { chronicle } from '../run-chronicle.ts'

/** Runs `git chronicle init`, whose hooks then start the given program. */
export async function installHooks(dir: string, self: readonly [string, string]): Promise<void> {
  const { code, stderr } = await chronicle(dir, ['init'], { self })
  if (code !== 0) throw new Error(`init: exit code ${code}: ${stderr}`)
}
