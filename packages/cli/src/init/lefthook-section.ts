import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { err, ok, safeTry, type CodedError, type ResultAsync } from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'
import { showName } from '../host/one-line.ts'
import { RUNNER_NAME, type HookName } from './hook-names.ts'

const LOCAL_CONFIG = /^\.?lefthook-local\.(ya?ml|toml|jsonc?)$/u

/**
 * Returns the path of the machine's own lefthook configuration. lefthook merges it with that of the project, which
 * therefore stays in effect.
 */
export function lefthookLocalPath(top: string): ResultAsync<string, CodedError<'config_conflict'>> {
  return safeTry(async function* () {
    const names = (await readdir(top).catch(() => [])).filter((name) => LOCAL_CONFIG.test(name))
    const [name = 'lefthook-local.yml'] = names
    const path = join(top, name)
    if (/ya?ml$/u.test(name)) return ok(path)
    const message = `${showName(path)} is not YAML, which is all that can be edited here. Have it call, in each hook: sh "$(git rev-parse --git-common-dir)/${RUNNER_NAME}" <hook> {0}`
    return err(codedError('config_conflict', message, { data: { path } }))
  })
}

const ARGUMENTS: Readonly<Record<HookName, string>> = {
  'post-commit': '',
  'prepare-commit-msg': ` '{1}' '{2}' '{3}'`,
  'post-rewrite': ` '{1}'`,
  'post-merge': ` '{1}'`,
  'post-checkout': ` '{1}' '{2}' '{3}'`,
}

/** Returns a lefthook command for each hook. */
export function lefthookSection(hooks: readonly HookName[]): string {
  const find = `d=$(git rev-parse --git-common-dir) && [ -f "$d/${RUNNER_NAME}" ] || exit 0`
  return [
    '# From `git chronicle init`. `git chronicle uninstall` takes it out.',
    ...hooks.flatMap((hook) => [
      `${hook}:`,
      '  commands:',
      '    chronicle:',
      ...(hook === 'post-rewrite' ? ['      use_stdin: true'] : []),
      '      run: |',
      `        ${find}`,
      `        sh "$d/${RUNNER_NAME}" ${hook}${ARGUMENTS[hook]}`,
    ]),
  ].join('\n')
}

/** Returns a hook that the rest of the file already has, because a YAML key cannot occur twice. */
export function findDuplicateHook(text: string, hooks: readonly HookName[]): HookName | undefined {
  return hooks.find((hook) => new RegExp(`^["']?${hook}["']?\\s*:`, 'mu').test(text))
}
