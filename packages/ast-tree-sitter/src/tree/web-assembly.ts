/**
 * A compiled WebAssembly module, of `new WebAssembly.Module(…)` or `WebAssembly.compile(…)`. The compiler knows the
 * API only together with the browser's types, which this package does without.
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

/** Compiles on this thread. Browsers refuse it for large modules on their main thread. */
export function compileHere(bytes: Uint8Array): CompiledModule {
  return new (api().Module)(bytes)
}

/** Compiles what is not compiled yet. */
export async function compile(source: Uint8Array | CompiledModule): Promise<CompiledModule> {
  return source instanceof Uint8Array ? await api().compile(source) : source
}

/** Makes an instance; its exports are functions of WebAssembly. */
export function instantiate(module: CompiledModule, imports: unknown): Instance {
  return new (api().Instance)(module, imports)
}
