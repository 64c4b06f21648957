import type { LanguageId } from '@chronicle/core/contracts'
import type { RepoPath } from '@chronicle/schema'
import { LANGUAGES } from './languages.ts'

/** Returns the language of a path by its name alone. The whole file name is matched first, then the extension. */
export function detectLanguage(path: RepoPath): LanguageId | undefined {
  const name = fileName(path)
  return BY_NAME.get(name) ?? BY_EXTENSION.get(extension(name) ?? '')
}

/** Returns the name used in messages for a file without a grammar: its extension, or its file name if it has none. */
export function languageLabel(path: RepoPath): string {
  const name = fileName(path)
  return extension(name) ?? name
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function extension(name: string): string | undefined {
  const dot = name.lastIndexOf('.')
  return dot <= 0 || dot === name.length - 1 ? undefined : name.slice(dot + 1).toLowerCase()
}

function index(key: 'extensions' | 'names'): ReadonlyMap<string, LanguageId> {
  return new Map(
    Object.entries(LANGUAGES).flatMap(
      ([language, { [key]: known }]) => known?.split(' ').map((each) => [each, language] as const) ?? [],
    ),
  )
}

const BY_EXTENSION = index('extensions')
const BY_NAME = index('names')
