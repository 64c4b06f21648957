import manifest from '../package.json' with { type: 'json' }
import { LANGUAGES } from './languages.ts'

/** Raised whenever a change of the rules or of the error recovery changes an outline. */
const RULES = 'rules-3'

/** The cache key of outlines: the rules, the languages, and every package that an outline depends on. */
export const OUTLINE_VERSION: string = [
  RULES,
  Object.keys(LANGUAGES).join(),
  ...Object.entries({ ...manifest.devDependencies, ...manifest.dependencies })
    .filter(([name]) => !name.startsWith('@chronicle/'))
    .map(([name, version]) => `${name}@${version}`)
    .sort(),
].join(' ')
