import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import type { Diagnostic } from '@chronicle/schema'
import type { CliIo } from '../host/cli-io.ts'

/** Returns a warning if git would not find the command that was written into a configuration. */
export async function warnIfNotOnPath({ env, platform = process.platform }: CliIo): Promise<readonly Diagnostic[]> {
  const endings = platform === 'win32' ? ['.exe', '.cmd', '.bat', ''] : ['']
  for (const folder of (env['PATH'] ?? env['Path'] ?? '').split(delimiter)) {
    for (const ending of endings) {
      const found = await access(join(folder, `git-chronicle${ending}`), constants.X_OK).then(
        () => true,
        // The next folder may contain it.
        () => false,
      )
      if (folder !== '' && found) return []
    }
  }
  const message =
    'What was written runs `git chronicle`, but there is no git-chronicle on the PATH. Install @chronicle/cli globally, or put its bin folder on the PATH.'
  return [{ code: 'command_not_on_path', severity: 'warning', message }]
}
