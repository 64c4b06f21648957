import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { productionFiles, type Checkout } from './checkout-sources.ts'

/** A part that a library could replace, and the files in which this repository implements it, or did. */
interface OwnPart {
  readonly part: string
  readonly library: string
  readonly files: readonly string[]
  /** A pattern that identifies the part within larger files. */
  readonly code?: RegExp
}

/*
 * docs/architecture.md, "What is our own", gives the results of trying the library, for each part that is still our
 * own.
 */
const PARTS: readonly OwnPart[] = [
  {
    part: 'edits of JSON with comments',
    library: 'jsonc-parser (modify)',
    files: ['packages/cli/src/config-files/edit-json.ts'],
  },
  {
    part: 'edits of TOML',
    library: 'smol-toml, @decimalturn/toml-patch',
    files: ['packages/cli/src/config-files/edit-toml.ts', 'packages/cli/src/config-files/toml-statements.ts'],
  },
  {
    part: 'retries',
    library: 'p-retry',
    files: ['packages/llm-ai-sdk/src/request-with-retries.ts'],
  },
  {
    part: 'a limit on requests to a model',
    library: 'p-limit',
    files: [],
    code: /llm-ai-sdk[^]*waiting\.shift\(\)/u,
  },
  { part: 'a limit on processes of git', library: 'p-limit', files: [], code: /git-cli[^]*waiting\.shift\(\)/u },
  { part: 'colours of the command', library: 'node:util', files: [], code: /packages\/cli[^]*u001B\[\$\{code\}m/u },
  {
    part: 'comments of a language',
    library: 'the syntax tree',
    files: ['packages/core/src/text/comments/scan-comments.ts'],
  },
  {
    part: 'conventional commits',
    library: 'conventional-commits-parser',
    files: ['packages/writer/src/heuristic/message/read-message.ts'],
  },
  {
    part: 'width and wrapping of text',
    library: 'string-width, wrap-ansi',
    files: ['packages/core/src/format/wrap-text.ts'],
  },
  { part: 'bounded map', library: 'lru-cache', files: ['packages/core/src/contracts/recent-map.ts'] },
  { part: 'bounded map (blame)', library: 'lru-cache', files: ['packages/blame/src/bounded-map.ts'] },
]

export interface OwnImplementation {
  readonly part: string
  readonly library: string
  /** The files of the part that still exist. Empty if the library is used. */
  readonly remainingFiles: readonly string[]
}

export function listOwnImplementations(checkout: Checkout): readonly OwnImplementation[] {
  const sources = productionFiles(checkout)
  return PARTS.map(({ part, library, files, code }) => ({
    part,
    library,
    remainingFiles: [
      ...files.filter((file) => existsSync(join(checkout.dir, file))),
      ...sources.flatMap(({ path, text }) => (code?.test(`${path}\n${text}`) === true ? [path] : [])),
    ],
  }))
}
