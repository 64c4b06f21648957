import type { Result, ResultAsync } from '@chronicle/schema'
import { hashText } from '../cache/hash-text.ts'
import type { ShardStore } from './shard-store.ts'

/*
 * An ordered list in pages, with a table of the pages by their first entries. A query reads the pages in its range; a
 * change writes the affected pages and the table. The division into pages depends on the history of the list, so a page
 * is named by its content, and by its state so that no other state removes it.
 */

/** The pages of a list, in order. No page is empty. */
export type PageTable<Entry> = readonly (readonly [name: string, first: Entry])[]

export type Compare<Entry> = (a: Entry, b: Entry) => number

/** Number of entries in a full page. */
const PAGE = 256

export interface PageNames {
  /** Name of the list: `times`. */
  readonly list: string
  readonly stamp: string
}

/**
 * Changes a list: removes entries equal to those in `gone` by `compare`, then inserts `added`. Returns the table's name
 * and the names that are no longer used, or `undefined` if a part is missing.
 */
export async function changePages<Entry>(
  store: ShardStore,
  names: PageNames,
  tableName: string,
  { gone, added, compare }: { gone: readonly Entry[]; added: readonly Entry[]; compare: Compare<Entry> },
): Promise<{ readonly table: string; readonly retired: readonly string[] } | undefined> {
  const table = await readTable<Entry>(store, tableName)
  if (table === undefined) return undefined
  const changes = new Map<number, { readonly gone: Entry[]; readonly added: Entry[] }>()
  const changeOf = (entry: Entry): { readonly gone: Entry[]; readonly added: Entry[] } => {
    const page = pageOf(table, entry, compare)
    const change = changes.get(page) ?? { gone: [], added: [] }
    changes.set(page, change)
    return change
  }
  for (const entry of gone) changeOf(entry).gone.push(entry)
  for (const entry of added) changeOf(entry).added.push(entry)
  if (changes.size === 0) return { table: tableName, retired: [] }

  const next: (readonly [string, Entry])[] = []
  const retired = new Set<string>(tableName === '' ? [] : [tableName])
  for (let page = 0; page < Math.max(table.length, 1); page++) {
    const [name] = table[page] ?? ['']
    const change = changes.get(page)
    if (change === undefined) {
      next.push(...table.slice(page, page + 1))
      continue
    }
    const entries = name === '' ? [] : await store.get<readonly Entry[]>(name)
    if (entries === undefined) return undefined
    if (name !== '') retired.add(name)
    next.push(...(await putPages(store, names, replaceEntries(entries, change, compare))))
  }
  for (const [name] of next) retired.delete(name)
  const changed = await putTable(store, names, next)
  retired.delete(changed)
  return { table: changed, retired: [...retired] }
}

/** Yields the entries starting at `from`, page by page. Ends after a page that cannot be loaded. */
export async function* readPages<Entry, E>(
  load: (name: string) => ResultAsync<readonly Entry[], E>,
  table: PageTable<Entry>,
  from: Entry | undefined,
  compare: Compare<Entry>,
): AsyncGenerator<Result<readonly Entry[], E>, void, undefined> {
  const start = from === undefined ? 0 : pageOf(table, from, compare)
  for (const [name] of table.slice(start)) {
    const entries = await load(name)
    yield entries.map((page) => (from === undefined ? page : page.filter((entry) => compare(entry, from) >= 0)))
    if (entries.isErr()) return
  }
}

/** Returns the names of a list's pages and of its table. */
export async function pageNames(store: ShardStore, tableName: string): Promise<readonly string[]> {
  const table = await readTable(store, tableName)
  return tableName === '' ? [] : [tableName, ...(table ?? []).map(([name]) => name)]
}

async function readTable<Entry>(store: ShardStore, name: string): Promise<PageTable<Entry> | undefined> {
  return name === '' ? [] : store.get<PageTable<Entry>>(name)
}

/** Returns the page of an entry: the last one that begins at or before it. */
function pageOf<Entry>(table: PageTable<Entry>, entry: Entry, compare: Compare<Entry>): number {
  let low = 0
  let high = table.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    const page = table[middle]
    if (page !== undefined && compare(page[1], entry) <= 0) low = middle
    else high = middle
  }
  return low
}

function replaceEntries<Entry>(
  entries: readonly Entry[],
  { gone, added }: { readonly gone: readonly Entry[]; readonly added: readonly Entry[] },
  compare: Compare<Entry>,
): readonly Entry[] {
  const removed = [...gone].sort(compare)
  const kept = entries.filter((entry) => !isIn(removed, entry, compare))
  return [...kept, ...added].sort(compare)
}

function isIn<Entry>(sorted: readonly Entry[], entry: Entry, compare: Compare<Entry>): boolean {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    const order = compare(sorted[middle] as Entry, entry)
    if (order === 0) return true
    if (order < 0) low = middle + 1
    else high = middle
  }
  return false
}

async function putPages<Entry>(
  store: ShardStore,
  names: PageNames,
  entries: readonly Entry[],
): Promise<readonly (readonly [string, Entry])[]> {
  const size = entries.length > 2 * PAGE ? PAGE : Math.max(entries.length, 1)
  const pages: (readonly [string, Entry])[] = []
  for (let start = 0; start < entries.length; start += size) {
    const page = entries.slice(start, start + size)
    pages.push([await putNamed(store, names, page), page[0] as Entry])
  }
  return pages
}

async function putTable<Entry>(store: ShardStore, names: PageNames, table: PageTable<Entry>): Promise<string> {
  return table.length === 0 ? '' : putNamed(store, names, table)
}

async function putNamed(store: ShardStore, { list, stamp }: PageNames, value: readonly unknown[]): Promise<string> {
  const json = JSON.stringify(value)
  const name = `index/${list}-${hashText(json)}-${stamp}.json`
  await store.put(name, value, json)
  return name
}
