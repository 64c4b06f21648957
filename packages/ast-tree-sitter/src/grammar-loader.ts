import type { GrammarFile } from './languages.ts'
import type { CompiledModule } from './tree/web-assembly.ts'

/** Loads a WebAssembly file of a package, as bytes or compiled. */
export type GrammarLoader = (file: GrammarFile) => Promise<Uint8Array | CompiledModule>
