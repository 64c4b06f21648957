import { BackendFailure } from './backend-failure.ts'
import { configValue, type ConfigEntry } from './config.ts'

/** The name and email address of an author. */
export interface Identity {
  readonly name: string
  readonly email: string
}

/** Returns the configured identity. Never invents one. */
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
