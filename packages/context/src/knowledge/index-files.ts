import type { AstParser, CallOptions, GitBackend, KnowledgeDocument, KnowledgeStore } from '@chronicle/core/contracts'
import { hashText } from '@chronicle/core/text'
import { ok, safeTry, type BlobId, type NotesRef, type ResultAsync } from '@chronicle/schema'
import type { ContextError } from '../context-error.ts'
import { extractFacts } from '../facts/extract-facts.ts'
import { storedFacts } from '../facts/stored-facts.ts'
import { checkAborted } from '../failure.ts'
import type { ListedFile } from './list-state.ts'

/** Increased when a change of the code yields other facts for the same text. */
const FACTS_VERSION = '6'
/** In bytes. Larger files are data. */
const MAX_FILE_BYTES = 1_000_000
/** In bytes. Larger files of a configuration language are data, and nobody asks for their stanzas. */
const MAX_CONFIG_BYTES = 100_000
/** Maximum total size of the blobs in memory, in bytes. */
const MAX_BATCH_BYTES = 8_000_000
const MAX_BATCH_FILES = 512

const CONFIG_LANGUAGES: ReadonlySet<string> = new Set(['json', 'jsonc', 'yaml', 'toml'])
/** Text files that no grammar can parse but that people write or programs run. */
const TEXT =
  /\.(?:md|mdx|rst|adoc|txt|html?|css|scss|less|vue|svelte|sql|proto|graphql|tf|lua|pl|pm|r|jl|exs?|dart|hs|elm|clj|ml|erl|nim|zig|mk|cmake|cfg|ini|conf|jinja2?|tmpl|hbs|ejs|pug|m|mm)$|(?:^|\/)(?:Makefile|Dockerfile|Justfile|README|[\w-]+)$/i

/** The dependencies of indexing the files of a state. */
export interface FileIndexer {
  readonly git: GitBackend
  readonly ast: AstParser
  readonly store: KnowledgeStore
  /** Refs of the notes to index. Default: none. */
  readonly notesRefs?: readonly NotesRef[] | undefined
}

/**
 * Returns a function that gives the key of a file's facts in the store, or `undefined` if files of this name are not
 * indexed. Parsers of another name or version have their own keys, except for files that no parser reads.
 */
export function factsKeys(ast: AstParser): (file: ListedFile) => string | undefined {
  const parser = hashText(`${ast.name}@${ast.version}`)
  return ({ path, blob }) => {
    const language = ast.language(path)
    if (language !== undefined) return `${blob}.${language}.${FACTS_VERSION}.${parser}`
    return TEXT.test(path) ? `${blob}.text.${FACTS_VERSION}` : undefined
  }
}

/** Adds the facts of missing files to the store. `texts`: contents that are not git objects. */
export function indexFiles(
  { git, ast, store }: FileIndexer,
  missing: readonly (ListedFile & { readonly key: string })[],
  texts: ReadonlyMap<BlobId, Uint8Array>,
  call: CallOptions,
): ResultAsync<void, ContextError> {
  return safeTry(async function* () {
    const blobIds = missing.map(({ blob }) => blob)
    const sizes = git.blobSizes === undefined ? undefined : yield* git.blobSizes(blobIds, call)
    let done = 0
    for (const batch of batches(missing, sizes)) {
      yield* checkAborted(call.signal)
      const wanted = batch.flatMap(({ blob }) =>
        texts.has(blob) || (sizes?.get(blob) ?? 0) > MAX_FILE_BYTES ? [] : blob,
      )
      const blobs = yield* git.readBlobs(wanted, call)
      const documents: KnowledgeDocument[] = []
      for (const file of batch) {
        const bytes = texts.get(file.blob) ?? blobs.get(file.blob)
        documents.push(await documentOf(ast, file, bytes, call))
        yield* checkAborted(call.signal)
      }
      yield* store.add('files', documents, call)
      done += batch.length
      call.onProgress?.({ step: 'indexing files', done, total: missing.length })
    }
    return ok()
  })
}

/** A file that is absent, too large or binary gets empty facts. */
async function documentOf(
  ast: AstParser,
  { path, key }: ListedFile & { readonly key: string },
  bytes: Uint8Array | undefined,
  call: CallOptions,
): Promise<KnowledgeDocument> {
  const text = bytes === undefined || bytes.length > MAX_FILE_BYTES ? undefined : decode(bytes)
  if (text === undefined) {
    const nothing = { symbols: [], imports: [], strings: [] }
    return { key, value: storedFacts(nothing), lengths: [0, 0, 0], terms: new Map() }
  }
  const language = ast.language(path)
  const isData = language !== undefined && CONFIG_LANGUAGES.has(language) && text.length > MAX_CONFIG_BYTES
  // A file that cannot be parsed is still found by its words.
  const outline =
    language === undefined || isData ? undefined : (await ast.outline({ path, text }, call)).unwrapOr(undefined)
  const { facts, lengths, terms } = extractFacts(path, text, outline)
  return { key, value: storedFacts(facts), lengths, terms }
}

/** Returns the text of a file without byte order mark, or `undefined` if it is binary. */
export function decode(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes.subarray(0, 8_000).includes(0)) return undefined
  return new TextDecoder().decode(bytes)
}

function* batches<T extends ListedFile>(
  files: readonly T[],
  sizes: ReadonlyMap<BlobId, number> | undefined,
): Generator<readonly T[]> {
  let batch: T[] = []
  let bytes = 0
  for (const file of files) {
    const size = Math.min(sizes?.get(file.blob) ?? 0, MAX_FILE_BYTES)
    if (batch.length >= MAX_BATCH_FILES || (batch.length > 0 && bytes + size > MAX_BATCH_BYTES)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(file)
    bytes += size
  }
  if (batch.length > 0) yield batch
}
