import { BackendFailure } from './backend-failure.ts'
import { configValue, type ConfigEntry } from './config.ts'

/** Who writes. */
export interface Identity {
  readonly name: string
  readonly email: string
}

/** The identity that the configuration gives. None is made up. */
export function identityOf(config: readonly ConfigEntry[]): Identity {
  const name = configValue(config, 'user', 'name') ?? ''
  const email = configValue(config, 'user', 'email') ?? ''
  if (name.trim() !== '' && email.trim() !== '') return { name, email }
  throw new BackendFailure(
    'identity_unknown',
    'The configuration of the repository does not say who you are, so the note was not written. Set user.name and ' +
      'user.email with git config, pass the file they are set in as `configFiles`, or pass `author`.',
  )
}
