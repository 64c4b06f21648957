import { closest } from './closest.ts'
import type { PathIndex } from './path-index.ts'
import type { ImportFacts } from '../import-facts.ts'
import type { PrepareResolver } from './resolver-input.ts'
import type { RepoPath } from '@chronicle/schema'

/**
 * Prepares the rules shared by Java, Kotlin and Scala: a class is a file of the same name in a folder of its package.
 * Declarations in a file of another name (Kotlin's functions, Scala's smaller classes) are not found.
 */
export const prepareJvm: PrepareResolver = (index) => (from, facts) => resolveFacts(index, from, facts)

const EXTENSIONS = ['java', 'kt', 'scala', 'groovy']
const MIN_SEGMENTS = 2

function resolveFacts(index: PathIndex, from: RepoPath, { specifier, names = [] }: ImportFacts): readonly RepoPath[] {
  const segments = specifier.split('.')
  const whole = classFile(index, from, segments)
  if (whole !== undefined) return [whole]
  return names.flatMap((name) =>
    name === '*' ? packageFiles(index, segments) : (classFile(index, from, [...segments, name]) ?? []),
  )
}

/** Returns the file of a class. For a nested class, returns the file of the outer one. */
function classFile(index: PathIndex, from: RepoPath, segments: readonly string[]): RepoPath | undefined {
  for (let length = segments.length; length >= MIN_SEGMENTS; length--) {
    // By convention a package name begins with a lower-case letter, so shorter paths cannot be classes.
    if (!/^[A-Z_$]/.test(segments[length - 1] ?? '') && length < segments.length) return undefined
    const path = segments.slice(0, length).join('/')
    const found = EXTENSIONS.flatMap((extension) => inSourceFolder(index, `${path}.${extension}`, length))
    if (found.length > 0) return closest(found, from)
  }
  return undefined
}

/** A short name may be the end of a longer one, so it counts only directly below a source folder. */
function inSourceFolder(index: PathIndex, suffix: string, segments: number): readonly RepoPath[] {
  const found = index.endingWith(suffix)
  return segments > MIN_SEGMENTS ? found : found.filter((path) => SOURCES.test(path.slice(0, -suffix.length)))
}

const SOURCES = /(?:^|(?:^|\/)(?:src|sources?|java|kotlin|scala|groovy|main|test|app)\/)$/

function packageFiles(index: PathIndex, segments: readonly string[]): readonly RepoPath[] {
  if (segments.length < MIN_SEGMENTS) return []
  return index
    .foldersEndingWith(segments.join('/'))
    .flatMap((folder) => index.filesIn(folder))
    .filter((path) => EXTENSIONS.includes(path.slice(path.lastIndexOf('.') + 1)))
}
