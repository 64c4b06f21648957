import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { root } from './process.mjs'

/*
 * A stamp records what a step was done with, so that it is skipped while nothing it depends on has changed. Stamps
 * live inside node_modules: removing that folder forgets them all.
 */

/** @param {string} name */
const stampFile = (name) => join(root, 'node_modules/.cache/chronicle', name)

/**
 * @param {string} name
 * @returns {Promise<string | undefined>}
 */
export async function readStamp(name) {
  return readOptional(stampFile(name))
}

/**
 * @param {string} name
 * @param {string} value
 */
export async function writeStamp(name, value) {
  await mkdir(dirname(stampFile(name)), { recursive: true })
  await writeFile(stampFile(name), value)
}

/**
 * One hash over names and contents. Absent files count as absent.
 *
 * @param {readonly string[]} files relative to the repository root
 */
export async function hashFiles(files) {
  const hash = createHash('sha256')
  for (const file of files) {
    hash.update(`${file}\0`)
    hash.update((await readOptional(join(root, file))) ?? '\0absent')
    hash.update('\0')
  }
  return hash.digest('hex')
}

/** The folders of the workspace's packages, relative to the repository root. */
export async function packageFolders() {
  const folders = []
  for (const parent of ['packages', 'examples']) {
    const entries = await readdir(join(root, parent), { withFileTypes: true }).catch(ifAbsent([]))
    for (const entry of entries) if (entry.isDirectory()) folders.push(`${parent}/${entry.name}`)
  }
  return folders.sort()
}

/** The names of the folders below `packages`. */
export async function packageNames() {
  return (await packageFolders()).flatMap((folder) => (folder.startsWith('packages/') ? [folder.slice(9)] : []))
}

/** @param {string} file */
async function readOptional(file) {
  return readFile(file, 'utf8').catch(ifAbsent(undefined))
}

/**
 * @template T
 * @param {T} value
 * @returns {(error: NodeJS.ErrnoException) => T}
 */
function ifAbsent(value) {
  return (error) => {
    if (error.code === 'ENOENT') return value
    throw error
  }
}

/**
 * The files below a folder, ordered, relative to the repository root.
 *
 * @param {string} folder relative to the repository root
 */
export async function filesBelow(folder) {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort()
}
