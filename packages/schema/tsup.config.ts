import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import type { Options } from 'tsup'

import { finishPackage, packageBuild } from '../workspace/src/build/package-build.ts'

/*
 * neverthrow is bundled, with its types and its licence. Its optional dependencies include a native build of a bundler,
 * which every installation on Linux would otherwise download.
 */
const config: Options = packageBuild({
  noExternal: ['neverthrow'],
  onSuccess: async () => {
    await finishPackage()
    await copyFile('node_modules/neverthrow/dist/index.d.ts', 'dist/neverthrow.d.ts')
    await copyFile('node_modules/neverthrow/LICENSE', 'dist/neverthrow.COPYING')
    await includeBundledSources()
    const declarations = await readFile('dist/result.d.ts', 'utf8')
    await writeFile('dist/result.d.ts', declarations.replaceAll("from 'neverthrow'", "from './neverthrow.js'"))
  },
})

/** Adds the text of neverthrow to the source maps: they name its file, which is not in the package. */
async function includeBundledSources(): Promise<void> {
  for (const file of (await readdir('dist')).filter((name) => name.endsWith('.js.map'))) {
    const map = JSON.parse(await readFile(`dist/${file}`, 'utf8')) as { sources: string[]; sourcesContent?: unknown[] }
    if (!map.sources.some((source) => source.includes('/neverthrow/'))) continue
    const texts: (string | null)[] = []
    for (const source of map.sources) {
      texts.push(source.includes('/neverthrow/') ? await readFile(`dist/${source}`, 'utf8') : null)
    }
    await writeFile(`dist/${file}`, JSON.stringify({ ...map, sourcesContent: texts }))
  }
}

export default config
