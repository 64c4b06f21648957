/** Extensions of languages that programs are written in. */
const CODE =
  /\.(?:[cm]?[jt]sx?|vue|svelte|py[iwx]?|go|rs|java|kts?|scala|groovy|swift|mm?|c|h|cc|cpp|cxx|c\+\+|hh|hpp|hxx|ipp|inl|cu|cuh|cs|fs|vb|rb|rake|php|pl|pm|lua|r|jl|dart|ex|exs|erl|hrl|clj|cljs|cljc|elm|hs|ml|mli|nim|zig|d|sh|bash|zsh|ps1|sql|proto|sol|el|lisp|scm|vim)$/i
/** Folders of tests and of what tests read. */
const TEST_FOLDER = /(?:^|\/)(?:tests?|specs?|__tests__|__mocks__|testdata|test-?data|fixtures?|e2e|unittests?)\//i
/** Names that the languages' test runners look for. */
const TEST_NAME =
  /(?:^|\/)(?:test_[^/]*\.py|conftest\.py|tests?\.(?:py|rs|rb|[cm]?[jt]sx?)|[^/]*_test\.(?:go|py|rb|dart|exs?|cc|cpp|c)|[^/]*_spec\.rb|[^/]*[.-](?:test|spec)\.[cm]?[jt]sx?|[^/]*(?:Test|Tests|Spec|IT)\.(?:java|kts?|scala|groovy|cs|swift|php))$/
/** Folders that a task about the product does not change for its own sake, and copies of other projects. */
const BESIDE =
  /(?:^|\/)(?:docs?|documentation|examples?|samples?|demos?|bench|benchmarks?|benches|vendor|third[_-]?party|node_modules|dist|build)\//i
const GENERATED = /(?:\.min\.[cm]?js|[._-]generated\.\w+|\.pb\.go|_pb2(?:_grpc)?\.pyi?|\.g\.(?:cs|dart)|\.d\.ts)$/i

/**
 * Whether a path is that of product code, by its name alone: no tests and no fixtures, no documentation or examples, no
 * vendored or generated files. Rankers have classes of their own: a yardstick must not change with what it measures.
 */
export function isSourcePath(path: string): boolean {
  return CODE.test(path) && !isTestPath(path) && !BESIDE.test(path) && !GENERATED.test(path)
}

/** Whether a path is that of a test, or of something that tests read, by its name alone. */
export function isTestPath(path: string): boolean {
  return TEST_FOLDER.test(path) || TEST_NAME.test(path)
}

/** Whether a path is that of program text of any kind, tests and examples included, by its name alone. */
export function isCodePath(path: string): boolean {
  return CODE.test(path)
}
