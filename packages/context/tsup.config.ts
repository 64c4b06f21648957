import type { Options } from 'tsup'
import { packageBuild } from '../workspace/src/build/package-build.ts'

const config: Options = packageBuild()

export default config
