import type { SessionScript } from './session-script.ts'

/** Sessions that the rules were developed with. */
export const DEVELOPMENT_SESSIONS: readonly SessionScript[] = [
  {
    agent: 'claude-code',
    id: '11111111-1111-4111-8111-111111111111',
    start: '2026-02-02T09:00:00.000Z',
    steps: [
      {
        say: 'hey, the search endpoint returns 500 when the query is empty. can you fix that? <empty>We want an empty result there, not an error, because the mobile app polls it on every keystroke.</empty>',
      },
      {
        edit: 'src/search.ts',
        from: '  const terms = parse(query)\n',
        to: '  if (query.trim() === "") return { hits: [] }\n  const terms = parse(query)\n',
      },
      { say: 'good. <empty>also: hits must be ordered by id when scores are equal, paging breaks otherwise</empty>' },
      {
        edit: 'src/search.ts',
        from: '  return rank(hits)\n',
        to: '  return rank(hits).sort((a, b) => b.score - a.score || a.id - b.id)\n',
      },
      { commit: 'empty', subject: 'Answer empty queries' },
      { say: 'please always run the linter before you commit, and do not use emojis' },
      {
        say: "let's cache the index. <cache>Don't put it in localStorage, it is shared with the checkout iframe.</cache> <cache>I considered IndexedDB but Safari throws it away after a week.</cache>",
      },
      {
        write: 'src/index-cache.ts',
        text: 'const cached = new Map<string, SearchIndex>()\n\nexport function remember(name: string, index: SearchIndex): void {\n  cached.set(name, index)\n}\n',
      },
      { commit: 'cache', subject: 'Keep the index in memory' },
    ],
  },
  {
    agent: 'codex',
    id: '22222222-2222-7222-8222-222222222222',
    start: '2026-02-03T09:00:00.000Z',
    steps: [
      {
        say: 'Error from sentry:\n\nTypeError: cannot read properties of undefined (reading "id")\n    at resolve (src/users.ts:12:4)\nyou must always restart the worker\n',
      },
      { reply: 'The user may be undefined. We should never assume it is there.' },
      {
        say: '<users>Deleted users stay in the audit log for ten years, so never assume that a user id resolves.</users> <users>Show the id instead of the name then.</users>',
      },
      {
        edit: 'src/users.ts',
        from: '  return users.get(id).name\n',
        to: '  const user = users.get(id)\n  return user === undefined ? `#${id}` : user.name\n',
      },
      { run: 'npm test', prints: 'ok' },
      { commit: 'users', subject: 'Name users that are gone' },
      { say: 'we have a demo tomorrow so no more big changes today please' },
      {
        say: 'Make the sync job idempotent. Rules:\n- <sync>the same file may arrive twice</sync>\n- <sync>rows are matched by external id only, names change all the time</sync>\n- <sync>no deletes: the source system sends partial files</sync>\n\nDo the code and a test.',
      },
      {
        write: 'src/sync.py',
        text: 'def sync(rows, store):\n    for row in rows:\n        store.upsert(row.external_id, row)\n',
      },
      { commit: 'sync', subject: 'Match rows by external id' },
    ],
  },
]

export const MADE_FILES: Readonly<Record<string, string>> = {
  'src/search.ts':
    'export function search(query: string): Result {\n  const terms = parse(query)\n  const hits = find(terms)\n  return rank(hits)\n}\n\nexport function suggest(query: string): string[] {\n  return find(parse(query)).map((hit) => hit.title)\n}\n',
  'src/users.ts': 'export function nameOf(id: number): string {\n  return users.get(id).name\n}\n',
}
