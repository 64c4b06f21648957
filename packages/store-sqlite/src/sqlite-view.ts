import type {
  AnnotatedCommit,
  AnnotatedPath,
  AnnotationView,
  DependentRef,
  IndexError,
  NoteRef,
  TimePosition,
} from '@chronicle/core/contracts'
import { blobsOf } from '@chronicle/core/index-notes'
import {
  compareText,
  err,
  ok,
  okAsync,
  ResultAsync,
  tagKey,
  type Diagnostic,
  type RepoPath,
  type Result,
} from '@chronicle/schema'
import type { DatabaseFile } from './database-file.ts'
import type { IndexState } from './index-file.ts'
import type { SqlRow, SqlValue } from './sqlite-module.ts'
import { ESCAPED_RANGE, packId, packText, unpackBlobs, unpackId, unpackText } from './stored-values.ts'
import { KIND, NO_WORD, type Kind } from './tables.ts'

/** Minimum number of digits with which a commit id can be looked up. */
const COMMIT_PREFIX_DIGITS = 4

// The condition for rows that a view of generation `?1` can see.
const VISIBLE_ROWS = 'note.born <= ?1 AND (note.died IS NULL OR note.died > ?1)'
const ROWS_BY_WORD = `SELECT commit_id, blobs, time, anchor FROM entry JOIN note ON note.id = entry.note
  WHERE kind = ?2 AND word = ?3 AND ${VISIBLE_ROWS}`
const MENTIONED = `SELECT 1 AS found FROM entry JOIN note ON note.id = entry.note
  WHERE kind IN (${KIND.path}, ${KIND.target}, ${KIND.group}) AND word = ?2 AND ${VISIBLE_ROWS} LIMIT 1`
const BY_TIME = `SELECT commit_id, blobs, time FROM note WHERE ${VISIBLE_ROWS}`
const BY_PATH = `SELECT text, count(*) AS commits FROM word CROSS JOIN entry CROSS JOIN note
  WHERE kind = ${KIND.path} AND entry.word = word.id AND note.id = entry.note AND ${VISIBLE_ROWS}`

/**
 * Creates a view that answers queries about one generation of the index. `failed` converts an exception to an error.
 */
export function createSqliteView(
  file: DatabaseFile,
  state: IndexState,
  diagnostics: readonly Diagnostic[],
  failed: (error: unknown) => IndexError,
): AnnotationView {
  const { generation } = state

  function answer<T>(read: () => T): ResultAsync<T, IndexError> {
    return new ResultAsync(Promise.resolve(readNow(read)))
  }

  function readNow<T>(read: () => T): Result<T, IndexError> {
    try {
      const answer = read()
      // Rows are deleted in the transaction that raises `oldest`, so a check after reading detects missing rows.
      if (Number(file.statement('SELECT oldest FROM state').get()?.['oldest']) > generation)
        throw new Error('the view is older than what is kept')
      return ok(answer)
    } catch (error) {
      return err(failed(error))
    }
  }

  function wordId(text: string): number | undefined {
    const id = file.statement('SELECT id FROM word WHERE text = ?').get(packText(text))?.['id']
    return id === undefined ? undefined : Number(id)
  }

  function rowsUnder(kind: Kind, word: number | undefined): readonly SqlRow[] {
    return word === undefined ? [] : file.statement(ROWS_BY_WORD).all(generation, kind, word)
  }

  function commitsUnder(kind: Kind, word: string): readonly AnnotatedCommit[] {
    return rowsUnder(kind, wordId(word)).map(toAnnotated).sort(compareCommits)
  }

  function annotating(paths: readonly string[]): readonly AnnotatedCommit[] {
    const rows = [
      ...rowsUnder(KIND.wide, NO_WORD),
      ...[...new Set(paths)].flatMap((path) => rowsUnder(KIND.path, wordId(path))),
    ]
    const commits = rows.map(toAnnotated)
    return [...new Map(commits.map((ref) => [ref.commit, ref])).values()].sort(compareCommits)
  }

  function dependents(path: string): readonly DependentRef[] {
    const textOf = file.statement('SELECT text FROM word WHERE id = ?')
    const anchors = new Map<SqlValue, string>()
    const anchorOf = (id: SqlValue): string => {
      const known = anchors.get(id) ?? unpackText(textOf.get(id)?.['text'])
      anchors.set(id, known)
      return known
    }
    return rowsUnder(KIND.target, wordId(path))
      .map((row) => ({ ...toAnnotated(row), anchor: anchorOf(row['anchor'] ?? null) }))
      .sort((a, b) => compareCommits(a, b) || compareText(a.anchor, b.anchor))
  }

  function mentioned(paths: readonly RepoPath[]): readonly RepoPath[] {
    const query = file.statement(MENTIONED)
    return [...new Set(paths)].filter((path) => {
      const word = wordId(path)
      return word !== undefined && query.get(generation, word) !== undefined
    })
  }

  function recent(limit: number, before: TimePosition | undefined): readonly AnnotatedCommit[] {
    if (limit <= 0) return []
    const order = 'ORDER BY time DESC, commit_id LIMIT'
    if (before === undefined) return file.statement(`${BY_TIME} ${order} ?2`).all(generation, limit).map(toAnnotated)
    const later = 'AND time <= ?2 AND (time < ?2 OR commit_id > ?3)'
    return file
      .statement(`${BY_TIME} ${later} ${order} ?4`)
      .all(generation, before.committedAt ?? -1, packId(before.commit), limit)
      .map(toAnnotated)
  }

  function pathsUnder(folder: string): readonly AnnotatedPath[] {
    const rows = pathRows(folder)
    const paths = rows.map((row) => ({ path: unpackText(row['text']) as RepoPath, commits: Number(row['commits']) }))
    const prefix = folder === '' ? '' : `${folder.replace(/\/$/, '')}/`
    return paths.filter(({ path }) => path.startsWith(prefix)).sort((a, b) => compareText(a.path, b.path))
  }

  function pathRows(folder: string): readonly SqlRow[] {
    if (folder === '') return file.statement(`${BY_PATH} GROUP BY word.id`).all(generation)
    const inRange = file.statement(`${BY_PATH} AND text >= ?2 AND text < ?3 GROUP BY word.id`)
    const stem = packText(folder.replace(/\/$/, ''))
    return [...inRange.all(generation, `${stem}/`, `${stem}0`), ...inRange.all(generation, ...ESCAPED_RANGE)]
  }

  function find(commits: readonly string[]): ReadonlyMap<string, NoteRef> {
    const query = file.statement(
      `SELECT commit_id, blobs, time FROM note WHERE commit_id >= ?2 AND commit_id <= ?3 AND ${VISIBLE_ROWS}`,
    )
    const found = new Map<string, NoteRef>()
    for (const wanted of new Set(commits)) {
      const prefix = wanted.toLowerCase()
      if (prefix.length < COMMIT_PREFIX_DIGITS || prefix.length > 64 || !/^[0-9a-f]+$/.test(prefix)) continue
      const [lowest, highest] = [packId(prefix + '0'.repeat(prefix.length % 2)), packId(prefix.padEnd(64, 'f'))]
      const rows = query.all(generation, lowest, highest).map(toAnnotated)
      const matches = rows.filter(({ commit }) => commit.startsWith(prefix))
      const [only] = matches
      if (only !== undefined && matches.length === 1) found.set(wanted, { commit: only.commit, blobs: only.blobs })
    }
    return found
  }

  return {
    tip: state.tips.find((tip) => tip !== null) ?? undefined,
    noteCount: state.notes,
    diagnostics,
    annotating: (paths) => answer(() => annotating(paths)),
    dependents: (path) => answer(() => dependents(path)),
    groups: (path) => answer(() => commitsUnder(KIND.group, path)),
    mentioned: (paths) => answer(() => mentioned(paths)),
    tagged: (tag) => answer(() => commitsUnder(KIND.tag, tagKey(tag))),
    recent: (limit, before) => answer(() => recent(limit, before)),
    pathsUnder: (folder) => answer(() => pathsUnder(folder)),
    find: (commits) => (commits.length === 0 ? okAsync(new Map<string, NoteRef>()) : answer(() => find(commits))),
  }
}

function toAnnotated(row: SqlRow): AnnotatedCommit {
  const commit = unpackId(row['commit_id'])
  const blobs = blobsOf(unpackBlobs(row['blobs'], commit.length / 2))
  const time = Number(row['time'])
  return time < 0 ? { commit, blobs } : { commit, blobs, committedAt: time }
}

function compareCommits(a: AnnotatedCommit, b: AnnotatedCommit): number {
  return compareText(a.commit, b.commit)
}
