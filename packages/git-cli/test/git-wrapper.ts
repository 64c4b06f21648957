import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A program that replaces git: it runs the given shell lines first, and then git itself. */
export interface GitWrapper {
  readonly path: string
  readonly dispose: () => Promise<void>
}

export async function createGitWrapper(lines: readonly string[]): Promise<GitWrapper> {
  const folder = await mkdtemp(join(tmpdir(), 'chronicle-git-wrapper-'))
  const path = join(folder, 'git')
  await writeFile(path, ['#!/bin/sh', ...lines, 'exec git "$@"', ''].join('\n'))
  await chmod(path, 0o755)
  return { path, dispose: () => rm(folder, { recursive: true }) }
}
