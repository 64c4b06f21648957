/**
 * One import statement of a file, as written. Which files it refers to depends on the rest of the repository: see
 * `createImportResolver`.
 */
export interface ImportFacts {
  /**
   * The specifier as written, without quotes: `./a.js`, `@scope/x`, `..pkg.mod`, `crate::a::b`, `example.com/m/p`,
   * `com.example.Name`, `lib/a.h`. Rust paths inside `mod x { … }` are rewritten to start at the file's own module.
   */
  readonly specifier: string
  /** 1-based line of the statement. */
  readonly line: number
  /**
   * Imported names, as the imported module calls them. `*` means all of them. Absent if the module itself is imported.
   */
  readonly names?: readonly string[]
  /**
   * How to look up the specifier, in languages with several ways. `path`: a file name, first relative to the importing
   * file. `declaration`: a child module that this statement adds to the program (Rust's `mod x;`). `require`: by the
   * rules for CommonJS. Absent for the language's usual way.
   */
  readonly form?: 'path' | 'declaration' | 'require'
}
