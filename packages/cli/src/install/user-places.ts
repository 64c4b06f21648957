import { err, ok, type CodedError, type Result } from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'
import type { CliIo } from '../host/cli-io.ts'
import type { UserEnvironment } from './agent-clients.ts'

/** Returns, from the environment, what determines where the user's programs keep their configuration. */
export function userPlaces({ env, platform }: CliIo): Result<UserEnvironment, CodedError<'usage'>> {
  const home = env['HOME'] ?? env['USERPROFILE']
  if (home === undefined || home === '') return err(codedError('usage', 'HOME is not set: there is no home folder.'))
  return ok({ home, env, platform: platform ?? process.platform })
}
