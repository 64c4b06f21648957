import { err, ok, safeTry, type CodedError, type Result, type ResultAsync } from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'
import type { CliIo } from '../../host/cli-io.ts'
import type { ImportForgeFlags } from './import-forge-flags.ts'
import { readAll } from '../../host/read-stdin.ts'

/** In order of precedence. Variables for a self-hosted server come first if a host is given. */
const VARIABLES = { github: ['GH_TOKEN', 'GITHUB_TOKEN'], gitlab: ['GITLAB_TOKEN'] } as const
const OWN_HOST = { github: ['GH_ENTERPRISE_TOKEN', 'GITHUB_ENTERPRISE_TOKEN'], gitlab: [] } as const

/** Reads the token from stdin or the environment; never from an argument, which others on the machine could read. */
export function forgeToken(
  { stdin, env }: Pick<CliIo, 'stdin' | 'env'>,
  kind: 'github' | 'gitlab',
  { tokenStdin, host }: ImportForgeFlags,
): ResultAsync<string | undefined, CodedError> {
  return safeTry(async function* () {
    if (tokenStdin !== true) {
      const names = [...(host === undefined ? [] : OWN_HOST[kind]), ...VARIABLES[kind]]
      const token = names.map((name) => env[name]?.trim()).find((value) => value !== undefined && value !== '')
      return token === undefined ? ok(undefined) : checked(token)
    }
    return checked((await readAll(stdin)).trim())
  })
}

/** A header allows no other characters, and the error for them would contain the token. */
function checked(token: string): Result<string, CodedError> {
  if (/^[\x21-\x7e]+$/u.test(token)) return ok(token)
  const message = token === '' ? 'There is no token on stdin.' : 'The token has characters that no token has.'
  return err(codedError('usage', message))
}
