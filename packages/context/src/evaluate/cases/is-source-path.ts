/** Extensions of programming languages. */
const CODE =
  /\.(?:[cm]?[jt]sx?|vue|svelte|py[iwx]?|go|rs|java|kts?|scala|groovy|swift|mm?|c|h|cc|cpp|cxx|c\+\+|hh|hpp|hxx|ipp|inl|cu|cuh|cs|fs|vb|rb|rake|php|pl|pm|lua|r|jl|dart|ex|exs|erl|hrl|clj|cljs|cljc|elm|hs|ml|mli|nim|zig|d|sh|bash|zsh|ps1|sql|proto|sol|el|lisp|scm|vim)$/i
/** Folders of tests and of files that tests read. */
const TEST_FOLDER = /(?:^|\/)(?:tests?|specs?|__tests__|__mocks__|testdata|test-?data|fixtures?|e2e|unittests?)\//i
/** File names that test runners look for. */
const TEST_NAME =
  /(?:^|\/)(?:test_[^/]*\.py|conftest\.py|tests?\.(?:py|rs|rb|[cm]?[jt]sx?)|[^/]*_test\.(?:go|py|rb|dart|exs?|cc|cpp|c)|[^/]*_spec\.rb|[^/]*[.-](?:test|spec)\.[cm]?[jt]sx?|[^/]*(?:Test|Tests|Spec|IT)\.(?:java|kts?|scala|groovy|cs|swift|php))$/
/** Folders that a task about the product does not change for their own sake, and copies of other projects. */
const NON_PRODUCT_FOLDER =
  /(?:^|\/)(?:docs?|documentation|examples?|samples?|demos?|bench|benchmarks?|benches|vendor|third[_-]?party|node_modules|dist|build)\//i
const GENERATED = /(?:\.min\.[cm]?js|[._-]generated\.\w+|\.pb\.go|_pb2(?:_grpc)?\.pyi?|\.g\.(?:cs|dart)|\.d\.ts)$/i

/**
 * Whether a path is product code, judged by its name alone: no tests or fixtures, no documentation or examples, no
 * vendored or generated files. This does not use the file classes of the rankers, because a measure must not change
 * with what it measures.
 */
export function isSourcePath(path: string): boolean {
  return CODE.test(path) && !isTestPath(path) && !NON_PRODUCT_FOLDER.test(path) && !GENERATED.test(path)
}

/** Whether a path is a test, or a file that tests read, judged by its name alone. */
export function isTestPath(path: string): boolean {
  return TEST_FOLDER.test(path) || TEST_NAME.test(path)
}

/** Whether a path is program text of any kind, including tests and examples, judged by its name alone. */
export function isCodePath(path: string): boolean {
  return CODE.test(path)
}
