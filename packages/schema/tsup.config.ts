import { copyFile, readFile, writeFile } from 'node:fs/promises'
import type { Options } from 'tsup'

import { emitExportedDeclarations, packageBuild } from '../workspace/src/build/package-build.ts'

/*
 * neverthrow is bundled, with its types and its licence. Its optional dependencies include a native build of a bundler,
 * which every installation on Linux would otherwise download.
 */
const config: Options = packageBuild({
  noExternal: ['neverthrow'],
  onSuccess: async () => {
    await emitExportedDeclarations()
    await copyFile('node_modules/neverthrow/dist/index.d.ts', 'dist/neverthrow.d.ts')
    await copyFile('node_modules/neverthrow/LICENSE', 'dist/neverthrow.COPYING')
    const declarations = await readFile('dist/result.d.ts', 'utf8')
    await writeFile('dist/result.d.ts', declarations.replaceAll("from 'neverthrow'", "from './neverthrow.js'"))
  },
})

export default config
