import { InvalidArgumentError, Option } from 'commander'
import { SETTINGS, type Setting, type Settings } from '../config/settings.ts'

/**
 * Creates an option for a setting, validated like its other sources. It has no default value, so that its absence can
 * be detected; lists grow when the option is repeated.
 */
export function settingOption(name: keyof Settings, flags: string, description?: string): Option {
  const setting: Setting<unknown> = SETTINGS[name]
  const { default: usual } = setting
  const isShown = typeof usual === 'string' || typeof usual === 'number' || (Array.isArray(usual) && usual.length > 0)
  const shown = isShown ? ` (default: ${String(usual)})` : ''
  return new Option(flags, `${description ?? setting.description}${shown}`).argParser((text, previous: unknown) => {
    const value = setting.parse(text)
    if (value === undefined) throw new InvalidArgumentError(`Expected ${setting.expects}.`)
    return Array.isArray(value) && Array.isArray(previous)
      ? [...(previous as unknown[]), ...(value as unknown[])]
      : value
  })
}
