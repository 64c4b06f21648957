import type { Language, Parser, Tree } from 'web-tree-sitter'
import { RUNTIME_FILE, type GrammarFile } from '../languages.ts'
import type { GrammarLoader } from '../grammar-loader.ts'
import { compile, instantiate, type CompiledModule } from './web-assembly.ts'

/** web-tree-sitter, started. */
interface Runtime {
  readonly Parser: typeof Parser
  readonly Language: typeof Language
  /** Takes back the stack that calls which ended in a trap did not give back. */
  unwind(): void
}

/** web-tree-sitter keeps one WebAssembly instance per process and must not be started twice at once. */
let runtime: Promise<Runtime> | undefined

/** Grammars stay in the instance's memory for good, so each is loaded once for each loader. */
const grammars = new WeakMap<GrammarLoader, Map<string, Promise<Grammar>>>()

export interface Grammar {
  readonly language: Language
  readonly runtime: Runtime
}

/** A grammar, loaded when it is first asked for. A failed load is tried again the next time. */
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

/** The settings of Emscripten that are used: web-tree-sitter passes them on. */
interface RuntimeSettings {
  instantiateWasm(imports: unknown, receive: (instance: object, module: CompiledModule) => void): object
  print(text: string): void
  printErr(text: string): void
}

/** What Emscripten exports of the stack of the runtime and its grammars. */
interface RuntimeExports {
  readonly emscripten_stack_get_current?: () => number
  readonly _emscripten_stack_restore?: (pointer: number) => void
}

/** What the runtime prints when it aborts is in the error as well. */
function ignore(): void {}

/** Puts the stack pointer back to where it is while nothing runs. Traps leave it; a few hundred would use up the stack. */
function stackUnwinder(exports: RuntimeExports): () => void {
  const { emscripten_stack_get_current: current, _emscripten_stack_restore: restore } = exports
  if (current === undefined || restore === undefined) return ignore
  const idle = current()
  return () => {
    restore(idle)
  }
}

/**
 * Parses and hands the tree to `use`, which must not keep it. `undefined` when time was up. Throws when the grammar
 * crashed; what belonged to the call is then left alone, even by the garbage collector, since freeing it could crash
 * again.
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

/** Characters given to the parser at a time; it copies at most about this many. */
const CHUNK = 5120

/** Some inputs take quadratic time in a grammar's own scanner: when time is up it is told that the text ends. */
function parseWithin(parser: Parser, text: string, isLate: () => boolean): Tree | null {
  const read = (index: number): string => (isLate() ? '' : text.slice(index, index + CHUNK))
  const tree = parser.parse(read, null, { progressCallback: isLate })
  if (tree === null || !isLate()) return tree
  tree.delete()
  return null
}
