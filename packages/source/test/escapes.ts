import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { CommitId } from '@chronicle/schema'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'

/** The content of every file that must not be reached. */
export const SECRET = 'the secret'

/** Creates a repository with the links and the submodule that `ESCAPES` go through, and their targets. */
export async function createEscapeFixture(): Promise<FixtureRepository> {
  const repository = await createFixtureRepository()
  const outside = dirname(repository.dir)
  await writeFile(join(outside, 'outside.txt'), SECRET)
  await mkdir(join(outside, 'elsewhere'))
  await writeFile(join(outside, 'elsewhere/inner.ts'), `export const secret = '${SECRET}'\n`)
  await repository.commitFiles('One', {
    'src/a.ts': 'export const a = 1\n',
    'link-out': { symlink: '../outside.txt' },
    'link-absolute': { symlink: join(outside, 'outside.txt') },
    'link-folder': { symlink: '../elsewhere' },
    'link-git': { symlink: '.git' },
    'link-git-config': { symlink: '.git/config' },
    'link-inside': { symlink: 'src' },
    'src/link-up': { symlink: '../..' },
    'link-loop': { symlink: 'link-loop' },
    'link-to-link': { symlink: 'link-out' },
  })
  await repository.submodule('sub', '0123456789012345678901234567890123456789' as CommitId)
  await repository.git('commit', '-qm', 'Two')
  await writeFile(join(repository.dir, 'sub/inside.ts'), `export const secret = '${SECRET}'\n`)
  await symlink('../elsewhere', join(repository.dir, 'untracked-link'))
  await repository.git('config', 'secret.value', SECRET)
  return repository
}

/**
 * Paths that lead out of a repository or into git's own folder, or that could be mistaken for such paths, and the
 * expected error codes.
 */
export const ESCAPES: readonly (readonly [path: string, code: string])[] = [
  // Parent folders.
  ['..', 'invalid_path'],
  ['../outside.txt', 'invalid_path'],
  ['src/../../outside.txt', 'invalid_path'],
  ['src/../a.ts', 'invalid_path'],
  ['./../outside.txt', 'invalid_path'],
  ['.. /outside.txt', 'invalid_path'],
  ['.../outside.txt', 'invalid_path'],
  ['src/..;/outside.txt', 'file_not_found'],
  // Absolute, in every notation.
  ['/etc/passwd', 'invalid_path'],
  ['//etc/passwd', 'invalid_path'],
  ['C:/Windows/win.ini', 'invalid_path'],
  ['C:\\Windows\\win.ini', 'invalid_path'],
  ['c:win.ini', 'invalid_path'],
  ['\\\\server\\share\\a', 'invalid_path'],
  ['\\\\?\\C:\\a', 'invalid_path'],
  ['//server/share/a', 'invalid_path'],
  ['file:///etc/passwd', 'invalid_path'],
  ['~/.ssh/id_rsa', 'file_not_found'],
  ['$HOME/.ssh/id_rsa', 'file_not_found'],
  ['/proc/self/environ', 'invalid_path'],
  ['/dev/stdin', 'invalid_path'],
  // Backslashes and NUL.
  ['..\\outside.txt', 'invalid_path'],
  ['src\\..\\..\\outside.txt', 'invalid_path'],
  ['src\\a.ts', 'invalid_path'],
  ['src/a.ts\0.txt', 'invalid_path'],
  ['\0/etc/passwd', 'invalid_path'],
  // Encoded paths that something else might decode.
  ['%2e%2e/outside.txt', 'file_not_found'],
  ['..%2foutside.txt', 'file_not_found'],
  ['%2e%2e%2foutside.txt', 'file_not_found'],
  ['..%5coutside.txt', 'file_not_found'],
  ['..%c0%afoutside.txt', 'file_not_found'],
  // Lookalike letters and invisible letters.
  ['\uff0e\uff0e/outside.txt', 'invalid_path'],
  ['\u2025/outside.txt', 'invalid_path'],
  ['..\uff0foutside.txt', 'invalid_path'],
  ['..\u2215outside.txt', 'invalid_path'],
  ['..\u2044outside.txt', 'invalid_path'],
  ['..\uff3coutside.txt', 'invalid_path'],
  ['.\u200b./outside.txt', 'invalid_path'],
  ['.\u00ad./outside.txt', 'invalid_path'],
  ['\u202e../outside.txt', 'invalid_path'],
  ['..\ufeff/outside.txt', 'invalid_path'],
  ['..\u0001/outside.txt', 'invalid_path'],
  ['../outside.txt\ud800', 'INVALID_ARGS'],
  // Git's own folder, under all of its names.
  ['.git', 'invalid_path'],
  ['.git/config', 'invalid_path'],
  ['.GIT/config', 'invalid_path'],
  ['.Git/HEAD', 'invalid_path'],
  ['./.git/config', 'invalid_path'],
  ['src/.git/config', 'invalid_path'],
  ['.git./config', 'invalid_path'],
  ['.git /config', 'invalid_path'],
  ['.git . ./config', 'invalid_path'],
  ['git~1/config', 'invalid_path'],
  ['GIT~1/config', 'invalid_path'],
  ['.git::$INDEX_ALLOCATION/config', 'invalid_path'],
  ['.git:stream', 'invalid_path'],
  ['.g\u200cit/config', 'invalid_path'],
  ['.git\ufeff/config', 'invalid_path'],
  ['\u2024git/config', 'invalid_path'],
  ['.g\u0131t/config', 'file_not_found'],
  ['.ＧＩＴ/config', 'invalid_path'],
  ['src/a.ts::$DATA', 'invalid_path'],
  // Links and submodules.
  ['link-out', 'is_symlink'],
  ['link-absolute', 'is_symlink'],
  ['link-folder', 'is_symlink'],
  ['link-folder/inner.ts', 'is_symlink'],
  ['link-git/config', 'is_symlink'],
  ['link-git-config', 'is_symlink'],
  ['link-inside/a.ts', 'is_symlink'],
  ['src/link-up/outside.txt', 'is_symlink'],
  ['src/link-up/elsewhere/inner.ts', 'is_symlink'],
  ['link-loop', 'is_symlink'],
  ['link-loop/a', 'is_symlink'],
  ['link-to-link', 'is_symlink'],
  ['untracked-link/inner.ts', 'is_symlink'],
  ['sub', 'is_submodule'],
  ['sub/inside.ts', 'is_submodule'],
  // Paths with a special meaning to git or a shell.
  [':(top)../outside.txt', 'file_not_found'],
  [':/', 'file_not_found'],
  [':(glob)**', 'file_not_found'],
  ['*', 'file_not_found'],
  ['HEAD:src/a.ts', 'file_not_found'],
  ['--help', 'file_not_found'],
  ['-', 'file_not_found'],
  ['$(cat ../outside.txt)', 'file_not_found'],
  ['src/a.ts\n../outside.txt', 'file_not_found'],
  ['a/'.repeat(2040) + 'secret', 'invalid_path'],
  ['a/'.repeat(100) + 'secret', 'file_not_found'],
  ['a/'.repeat(3000), 'INVALID_ARGS'],
  ['a'.repeat(4000), 'file_not_found'],
  ['', 'INVALID_ARGS'],
  ['.', 'invalid_path'],
  ['/', 'invalid_path'],
]
