import { copyFile, readFile, writeFile } from 'node:fs/promises'
import type { Options } from 'tsup'
import { emitDeclarations } from '../workspace/src/build/emit-declarations.ts'
import { packageBuild } from '../workspace/src/build/package-build.ts'

/*
 * neverthrow is built in, with its types and its licence: it lists a native build of a bundler among its optional
 * dependencies, which every installation on Linux would bring.
 */
const config: Options = packageBuild({
  noExternal: ['neverthrow'],
  onSuccess: async () => {
    await emitDeclarations({ sourceDir: 'src', outDir: 'dist' })
    await copyFile('node_modules/neverthrow/dist/index.d.ts', 'dist/neverthrow.d.ts')
    await copyFile('node_modules/neverthrow/LICENSE', 'dist/neverthrow.COPYING')
    const declarations = await readFile('dist/result.d.ts', 'utf8')
    await writeFile('dist/result.d.ts', declarations.replaceAll("from 'neverthrow'", "from './neverthrow.js'"))
  },
})

export default config
