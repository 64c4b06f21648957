import manifest from '../package.json' with { type: 'json' }
import { LANGUAGES } from './languages.ts'

/** Raised whenever the rules or the recovery from syntax errors change an outline. */
const RULES = 'rules-3'

/** What tells cached outlines apart: the rules, the languages, and every package that an outline depends on. */
export const OUTLINE_VERSION: string = [
  RULES,
  Object.keys(LANGUAGES).join(),
  ...Object.entries({ ...manifest.devDependencies, ...manifest.dependencies })
    .filter(([name]) => !name.startsWith('@chronicle/'))
    .map(([name, version]) => `${name}@${version}`)
    .sort(),
].join(' ')
