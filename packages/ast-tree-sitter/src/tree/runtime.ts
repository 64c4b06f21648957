import type { Language, Parser, Tree } from 'web-tree-sitter'
import { RUNTIME_FILE, type GrammarFile } from '../languages.ts'
import type { GrammarLoader } from '../grammar-loader.ts'
import { compile, instantiate, type CompiledModule } from './web-assembly.ts'

/** The initialised web-tree-sitter. */
interface Runtime {
  readonly Parser: typeof Parser
  readonly Language: typeof Language
  /** Frees the stack that was still in use when calls trapped. */
  unwind(): void
}

/** web-tree-sitter has one WebAssembly instance per process and must not be initialised twice at once. */
let runtime: Promise<Runtime> | undefined

/** Grammars stay in the instance's memory for good, so each grammar is loaded once per loader. */
const grammars = new WeakMap<GrammarLoader, Map<string, Promise<Grammar>>>()

export interface Grammar {
  readonly language: Language
  readonly runtime: Runtime
}

/** Returns a grammar, loaded on first use. After a failed load, the next call tries again. */
export function openGrammar(file: GrammarFile, load: GrammarLoader): Promise<Grammar> {
  const key = `${file.package}/${file.path}`
  let known = grammars.get(load)
  if (known === undefined) grammars.set(load, (known = new Map<string, Promise<Grammar>>()))
  let grammar = known.get(key)
  if (grammar === undefined) {
    grammar = loadGrammar(file, load)
    known.set(key, grammar)
    grammar.catch(() => known.delete(key))
  }
  return grammar
}

async function loadGrammar(file: GrammarFile, load: GrammarLoader): Promise<Grammar> {
  runtime ??= startRuntime(load).catch((cause: unknown) => {
    runtime = undefined
    throw cause
  })
  const [started, module] = await Promise.all([runtime, load(file).then(compile)])
  return { language: started.Language.loadSync(module), runtime: started }
}

async function startRuntime(load: GrammarLoader): Promise<Runtime> {
  const [{ Parser, Language }, module] = await Promise.all([
    import('web-tree-sitter'),
    load(RUNTIME_FILE).then(compile),
  ])
  let exports: RuntimeExports = {}
  const settings: RuntimeSettings = {
    instantiateWasm(imports, receive) {
      const instance = instantiate(module, imports)
      exports = instance.exports
      receive(instance, module)
      return exports
    },
    print: ignore,
    printErr: ignore,
  }
  await Parser.init(settings)
  return { Parser, Language, unwind: stackUnwinder(exports) }
}

/** The Emscripten settings used here; web-tree-sitter passes them on. */
interface RuntimeSettings {
  instantiateWasm(imports: unknown, receive: (instance: object, module: CompiledModule) => void): object
  print(text: string): void
  printErr(text: string): void
}

/** Emscripten's exports for the stack of the runtime and its grammars. */
interface RuntimeExports {
  readonly emscripten_stack_get_current?: () => number
  readonly _emscripten_stack_restore?: (pointer: number) => void
}

/** Ignores output: what the runtime prints when it aborts is also in the error. */
function ignore(): void {}

/**
 * Returns a function that resets the stack pointer to its idle position. Traps leave it behind, and a few hundred of
 * them would exhaust the stack.
 */
function stackUnwinder(exports: RuntimeExports): () => void {
  const { emscripten_stack_get_current: current, _emscripten_stack_restore: restore } = exports
  if (current === undefined || restore === undefined) return ignore
  const idle = current()
  return () => {
    restore(idle)
  }
}

/**
 * Parses a text and passes the tree to `use`, which must not keep it. Returns `undefined` when time is up. Throws when
 * the grammar crashes; the objects of that call are then never freed, not even by the garbage collector, because
 * freeing them could crash again.
 */
export function withTree<T>(
  { language, runtime }: Grammar,
  text: string,
  isLate: () => boolean,
  use: (tree: Tree) => T,
): T | undefined {
  const held: unknown[] = []
  try {
    const parser = new runtime.Parser()
    held.push(parser)
    parser.setLanguage(language)
    const tree = parseWithin(parser, text, isLate)
    held.push(tree)
    const result = tree === null ? undefined : use(tree)
    tree?.delete()
    parser.delete()
    return result
  } catch (cause) {
    abandoned.push(...held)
    runtime.unwind()
    throw cause
  }
}

const abandoned: unknown[] = []

/** Maximum number of characters passed to the parser at a time, and about the maximum that it copies. */
const CHUNK = 5120

/**
 * Some inputs take quadratic time in a grammar's own scanner. When time is up, the scanner is given the end of the
 * text.
 */
function parseWithin(parser: Parser, text: string, isLate: () => boolean): Tree | null {
  const read = (index: number): string => (isLate() ? '' : text.slice(index, index + CHUNK))
  const tree = parser.parse(read, null, { progressCallback: isLate })
  if (tree === null || !isLate()) return tree
  tree.delete()
  return null
}
