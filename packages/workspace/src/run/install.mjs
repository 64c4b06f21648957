import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exec, root } from './process.mjs'
import { hashFiles, packageFolders, readStamp, writeStamp } from './stamp.mjs'

/** Brings node_modules in step with the lockfile, with pnpm at the version that package.json pins. */
export async function install() {
  const folders = await packageFolders()
  const inputs = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...['', ...folders].map((dir) => join(dir, 'package.json'))]
  const wanted = await hashFiles(inputs)
  if ((await readStamp('install')) === wanted) return

  const { packageManager } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  console.error(`Installing dependencies with ${packageManager} …`)
  await exec('npx', ['-y', packageManager, 'install', '--config.confirmModulesPurge=false'], {
    stdoutToStderr: true,
    shell: process.platform === 'win32',
  })
  // Installing may have brought the lockfile up to date.
  await writeStamp('install', await hashFiles(inputs))
}
