import { isUtf8Path, parseRepoPath, type Err, type RepoPath, type Result } from '@chronicle/schema'
import { show } from '../request/parameter-kinds.ts'
import { sourceFailure, type SourceError } from '../source-error.ts'

/** Maximum length of a path, in UTF-16 units. Git cannot check out longer ones. */
const MAX_PATH = 4_096

/** Maximum number of folders in a path. Each one is checked when the file is not found. */
const MAX_FOLDERS = 250

/**
 * Characters that file systems and people ignore when they compare names: default-ignorable characters and controls.
 */
const IGNORED_CHARACTERS = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/gu

/** Characters that look like `/` and that Unicode normalisation does not turn into it. */
const SLASH_LOOKALIKES = /[\\\u2044\u2215\u29f5\u29f8\u29f9\u2571\u2572\ufe68]/gu

/** Git's own folder, including its short names on NTFS. */
const GIT_FOLDER = /^(?:\.git|git~\d+)$/

/**
 * Parses a path as a caller writes it. Nothing is decoded, expanded or followed, so a valid path is inside the
 * repository. Absolute paths, drives, `\`, `..` and git's own folder are rejected, and so is anything that a file
 * system or a reader could mistake for one of them. Fails with `invalid_path`.
 */
export function parseTargetPath(text: string): Result<RepoPath, SourceError> {
  const reason = refusal(text)
  if (reason !== undefined) return refuse(text, reason)
  return parseRepoPath(text).orElse(() => refuse(text, 'it names no file'))
}

function refuse(text: string, reason: string): Err<never, SourceError> {
  const message = `Not a path in the repository: ${show(text)}: ${reason}. Write it relative to the repository root, with \`/\`.`
  return sourceFailure('invalid_path', message, { path: text.slice(0, MAX_PATH) })
}

function refusal(text: string): string | undefined {
  if (text.length > MAX_PATH) return `it has more than ${MAX_PATH} characters`
  if (text.includes('\0')) return 'it holds a NUL character'
  if (!isUtf8Path(text)) return 'its name is no UTF-8'
  if (/\p{Cs}/u.test(text)) return 'it holds half of a surrogate pair'
  if (/^[/\\]/.test(text)) return 'it is absolute'
  if (/^[A-Za-z]:/.test(text)) return 'it names a drive'
  if (/^[A-Za-z][A-Za-z0-9+.-]+:\/\//.test(text)) return 'it is a URL'
  if (text.includes('\\')) return 'it holds `\\`'
  const seen = text
    .normalize('NFKC')
    .replace(IGNORED_CHARACTERS, '')
    .normalize('NFKC')
    .replace(SLASH_LOOKALIKES, '/')
    .toLowerCase()
  if (seen.startsWith('/')) return 'it looks absolute'
  if (/^[a-z]:/.test(seen)) return 'it looks like a drive'
  const plain = text.split('/')
  if (plain.length > MAX_FOLDERS) return `it has more than ${MAX_FOLDERS} folders`
  for (const name of seen.split('/')) {
    // Windows ignores dots and spaces at the end of a file name, and the name of a stream.
    const [base = ''] = name.replace(/[. ]+$/, '').split(':')
    const bare = base.replace(/[. ]+$/, '')
    if (GIT_FOLDER.test(bare)) return "it leads into git's own folder"
    if (/^\.\.[. ]*$/.test(name)) return 'it holds `..`, or what may be taken for it'
    if (/^[. ]+$/.test(name) && name !== '.') return 'it holds a name of dots and spaces'
    if (name === '.' && !plain.includes('.')) return 'it holds what may be taken for `.`'
    if (/::?\$[a-z_]+$/.test(name)) return 'it names a stream of a file'
  }
  return undefined
}
