/** The role of a file for a writer: code, configuration, a test, or nothing about which claims can be made. */
export type FileRole = 'code' | 'config' | 'test' | 'none'

/** Folders of third-party code and build output. */
const THIRD_PARTY =
  /(?:^|\/)(?:node_modules|vendored|third[_-]?party|bower_components|dist)\/|^(?:vendor|build|out|target)\/|(?:^|\/)(?<!(?:^|\/)src\/)vendor\/[\w.-]+\/|(?:^|\/)(?:assets|static|public|javascripts|deps|lib)\/(?:[^/]+\/)*vendor\/|^(?:packages|apps|libs|crates)\/[^/]+\/(?:build|out|target)\//i

/** Folders of test data, documents and translations. */
const TEXTS_AND_DATA =
  /(?:^|\/)(?:fixtures?|__fixtures__|__snapshots__|testdata|test[-_]data|cassettes|benchmarks?_data|examples?_data)\/|^(?:external|snapshots?|golden|docs?|documentation|man|website)\/|^(?:packages|apps|libs|crates)\/[^/]+\/docs?\/|(?:^|\/)(?:tests?|__tests__|specs?)\/(?:[^/]+\/)*(?:snapshots?|golden)\/|(?:^|\/)(?:locales?|i18n|l10n|translations?|lang)\/(?!(?:cc|cs|db|fn|go|hs|io|js|kt|ml|py|rb|rs|sh|ts|ui)\b)[a-z]{2}(?:[-_][a-z]{2,4})?(?:\/|\.\w+$)|\/LC_MESSAGES\//i

/** Returns whether a file is in a folder of third-party code or build output. */
export function isThirdParty(path: string): boolean {
  return THIRD_PARTY.test(path)
}

/** Folders and files of texts and data. Code of these names belongs to the product: `src/lang/parser.py`, `history.ts`. */
const NONE_UNLESS_CODE: readonly RegExp[] = [
  /(?:^|\/)(?:vendor|external|build|out|target|snapshots?|golden|locales?|i18n|l10n|translations?|lang|docs?|documentation|man|website)\//i,
  /(?:^|\/)(?:change(?:s|log)?|history|news|authors|contributors|maintainers|release[-_ ]?notes|license|licence|copying|notice|readme|contributing|code_of_conduct|security|todo)(?:[.-][\w.]+)?$/i,
]

const NONE: readonly RegExp[] = [
  THIRD_PARTY,
  TEXTS_AND_DATA,
  /(?:^|\/)requests\/packages\/[^/]+\//,
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|go\.sum|[\w.-]+\.lock|Pipfile\.lock)$/i,
  /\.(?:md|mdx|rst|adoc|txt|tex|html?|svg|po|pot|snap|map|csv|tsv|ipynb|pem|crt|key|patch|diff|1|xml)$/i,
  /\.min\.\w+$|[._-](?:pb|pb2|generated|gen)\.\w+$|\.pb\.go$|_pb2?\.py$|(?:^|\/)generated\//i,
]

/** Tests, test helpers, benchmarks and examples, in the places where languages and test runners expect them. */
const TEST: readonly RegExp[] = [
  /(?:^|\/)(?:t|tests?|__tests__|__mocks__|specs?|testing|tests?[-_]\w+|\w+[-_]tests?|e2e|cypress|bench(?:es|marks?|suite)?|examples?|samples?|acceptance|step_definitions)\//i,
  /(?:^|\/)[\w.-]+[.-]Tests?\//,
  /(?:^|\/)(?:test_(?![^/]*\.go$)|conftest\.|spec_helper)[^/]*$/i,
  /(?:^|\/)t\d{4}-[^/]*\.sh$|\.t$/,
  /[._-](?:test|tests|spec|bench|e2e|stories)\.[cm]?[jt]sx?$|_test\.go$|[_-](?:test|tests|spec|bench)\.(?:py|rs|rb|c|cc|cpp|exs?|dart|php|lua|sh)$/i,
  /(?:^|\/)[^/]*(?:Tests?|Spec|IT)\.(?:java|kt|kts|scala|groovy|cs|swift|php)$/,
  /(?:^|\/)(?:tests?|test[_-]?(?:utils?|helpers?|lib)|macros_for_tests)\.(?:py|rs|js|ts|c|rb|sh)$/i,
]

const CONFIG =
  /\.(?:json|jsonc|json5|ya?ml|toml|ini|cfg|conf|properties|mk|cmake|gradle|editorconfig|gitignore|gitattributes|npmrc|npmignore|cnf|prettierrc|eslintrc|babelrc|in)$|(?:^|\/)(?:Makefile|Dockerfile|Procfile|justfile|Rakefile|Gemfile|go\.(?:mod|work)|tox\.ini|setup\.cfg|\.[\w-]+(?:rc|ignore)|\.[\w.-]+\.ya?ml|ci\/.*|\.github\/.*|\.circleci\/.*|setup\.py|build\.rs)$/i

const CODE =
  /\.(?:[cm]?[jt]sx?|py|pyi|go|rs|c|h|cc|cpp|cxx|hh|hpp|java|kt|kts|scala|swift|cs|m|mm|dart|groovy|php|rb|pl|r|jl|exs?|lua|hs|elm|clj|el|sql|sh|bash|zsh|fish|ps1|proto|zig|vue|svelte|astro|jinja2?|j2|ejs|hbs|handlebars|njk|liquid|mustache|pug|erb|haml|twig|tmpl|css|scss|less|nix|tf|sty|cls|awk|vim|mli?|erl|hrl|fsx?|nim|asm|cu|glsl|f90|pas|sol|cr|rkt|scm|lisp|coffee|svh?|vhdl?|psm1|bat|cmd)$/i

/** Programs without an extension, which are in folders of programs. */
const SCRIPT = /(?:^|\/)(?:s?bin|scripts?|tools?|hooks?|bench(?:suite|marks?)?|contrib)\/[\w-]+$/

/** Page templates that a program fills in. Other pages are texts. */
const PAGE_TEMPLATE =
  /(?:^|\/)(?:templates?|themes?|views|layouts?|partials|_includes|_layouts)\/(?:[^/]+\/)*[^/]+\.html?$/i

/** Text files that programs read as configuration, despite their extension. */
const CONFIG_TEXT =
  /(?:^|\/)(?:CMakeLists|(?:[\w.-]*[.-])?(?:requirements|constraints)(?:[.-][\w.-]*)?|requirements\/[\w.-]+)\.txt$/i

/** Formats of texts, of which a template from which a program generates them is code. */
const TEXT_FORMAT = /\.(?:html?|md|rst|tex|txt|xml)$/i

/** Suffix of a template from which a program generates the file without it: `basic.css_t`, `Makefile_t`. */
const TEMPLATE_SUFFIX = /(?<=[\w.])_t$/

/** Returns the role of a file, judged only by its path. */
export function fileRole(fullPath: string): FileRole {
  const path = fullPath.replace(TEMPLATE_SUFFIX, '')
  const isOwn = !THIRD_PARTY.test(path) && !TEXTS_AND_DATA.test(path)
  if (PAGE_TEMPLATE.test(path) && isOwn) return 'code'
  if (CONFIG_TEXT.test(path) && isOwn) return 'config'
  const isTextTemplate = path !== fullPath && TEXT_FORMAT.test(path)
  if (isTextTemplate && isOwn) return TEST.some((pattern) => pattern.test(path)) ? 'test' : 'code'
  if (NONE.some((pattern) => pattern.test(path))) return 'none'
  const hasCode = CODE.test(path)
  if (!hasCode && NONE_UNLESS_CODE.some((pattern) => pattern.test(path))) return 'none'
  const code = hasCode || SCRIPT.test(path) || /(?:^|\/)_\w+$/.test(path)
  if (TEST.some((pattern) => pattern.test(path))) return code ? 'test' : 'none'
  if (CONFIG.test(path)) return 'config'
  return code ? 'code' : 'none'
}

/** Maximum number of characters examined. */
const MAX_EXAMINED = 20_000

/** Whether a text appears to be generated: its first lines say so, or it has lines longer than people write. */
export function isGenerated(text: string): boolean {
  const lines = text.slice(0, MAX_EXAMINED).split('\n', 60)
  return (
    lines
      .slice(0, 8)
      .some((line) => /@generated|code generated .*do not edit|auto-?generated|automatically generated/i.test(line)) ||
    lines.some((line) => line.length > 1000)
  )
}
