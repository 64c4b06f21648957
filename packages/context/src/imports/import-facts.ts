/** One import statement of a file, as written. What it names depends on the other files: see `createImportResolver`. */
export interface ImportFacts {
  /**
   * As the language writes it, without quotes: `./a.js`, `@scope/x`, `..pkg.mod`, `crate::a::b`, `example.com/m/p`,
   * `com.example.Name`, `lib/a.h`. Rust paths inside `mod x { … }` are rewritten to start at the file's own module.
   */
  readonly specifier: string
  /** 1-based line of the statement. */
  readonly line: number
  /** Names taken from it, as the other file calls them. `*`: all of them. Absent: the module itself. */
  readonly names?: readonly string[]
  /**
   * How the specifier is looked up, where the language has several ways. `path`: a file name, first of all relative to
   * the importing file. `declaration`: a child module that this statement makes part of the program (Rust's `mod x;`).
   * `require`: by the rules for CommonJS. Absent: the language's usual way.
   */
  readonly form?: 'path' | 'declaration' | 'require'
}
