/**
 * A compiled WebAssembly module, from `new WebAssembly.Module(…)` or `WebAssembly.compile(…)`. TypeScript knows this
 * API only from the browser's types, which this package does not use.
 */
export type CompiledModule = object

interface Instance {
  readonly exports: object
}

interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => CompiledModule
  readonly Instance: new (module: CompiledModule, imports: unknown) => Instance
  compile(bytes: Uint8Array): Promise<CompiledModule>
}

function api(): WebAssemblyApi {
  return (globalThis as unknown as { readonly WebAssembly: WebAssemblyApi }).WebAssembly
}

/** Compiles on this thread. Browsers do not allow this for large modules on their main thread. */
export function compileHere(bytes: Uint8Array): CompiledModule {
  return new (api().Module)(bytes)
}

/** Compiles a module unless it is compiled already. */
export async function compile(source: Uint8Array | CompiledModule): Promise<CompiledModule> {
  return source instanceof Uint8Array ? await api().compile(source) : source
}

/** Creates an instance; its exports are WebAssembly functions. */
export function instantiate(module: CompiledModule, imports: unknown): Instance {
  return new (api().Instance)(module, imports)
}
