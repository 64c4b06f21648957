import fc from 'fast-check'
import { parse, stringify } from 'smol-toml'
import { describe, expect, test } from 'vitest'
import { readToml, removeTomlTable, setTomlTable } from './edit-toml.ts'

const ENTRY = { command: 'git', args: ['chronicle', 'mcp', 'start'] }
const PATH = ['mcp_servers', 'chronicle']
const set = (text: string): string => setTomlTable(text, PATH, ENTRY, 'x.toml')._unsafeUnwrap()
const remove = (text: string): string | undefined => removeTomlTable(text, PATH, 'x.toml')._unsafeUnwrap()

const DOCUMENTS: Readonly<Record<string, string>> = {
  'one setting': 'model = "gpt-5"\n',
  'no last line end': 'model = "gpt-5"',
  'blank lines at the end': 'model = "gpt-5"\n\n\n',
  'carriage returns': 'a = 1\r\n\r\n[b]\r\nc = 2\r\n',
  'comments and other servers': `# mine
model = "gpt-5" # the model
notify = ["a", # first
  "]", 'b"',
]

[mcp_servers.other] # a server
command = "npx" # = "x"
env = { A = "1" }

[projects."/home/me/[x]=#"]
trust_level = "trusted"
`,
  'strings over several lines': `a = """
[mcp_servers.chronicle]
"""
b = '''
[x'''
c = "\\"[y]"
`,
  'an array of tables': '[[x]]\na = 1\n[[x]]\na = 2\n',
  'the table of servers': '[mcp_servers]\n[mcp_servers.other]\ncommand = "x"\n',
  'a large number and dates': 'n = 9223372036854775807\nd = 2024-01-01\n',
}

describe.each(Object.entries(DOCUMENTS))('%s', (_, text) => {
  test('is added to at the end, once, and undone to the byte', () => {
    const after = set(text)
    expect(after.startsWith(text)).toBe(true)
    expect(readToml(after, PATH, 'x')._unsafeUnwrap()).toEqual(ENTRY)
    expect(set(after)).toBe(after)
    expect(remove(after)).toBe(text)
    expect(remove(text)).toBe(text)
  })
})

test('a document that is all ours is gone with it', () => {
  expect(set('')).toBe('[mcp_servers.chronicle]\ncommand = "git"\nargs = ["chronicle", "mcp", "start"]\n')
  expect(remove(set(''))).toBeUndefined()
})

test('an update leaves what the user added, and comments', () => {
  const text = `[mcp_servers.chronicle] # ours
# the command
command = 'old' # was
startup_timeout_sec = 20
args = [
  "a", # one
]
[mcp_servers.chronicle.env]
A = "1"
[z]
`
  expect(set(text)).toBe(`[mcp_servers.chronicle] # ours
# the command
command = "git" # was
startup_timeout_sec = 20
args = ["chronicle", "mcp", "start"]
[mcp_servers.chronicle.env]
A = "1"
[z]
`)
  expect(remove(text)).toBe('[z]\n')
})

test('comments before the next table are of that table', () => {
  expect(remove(`a = 1\n\n[mcp_servers.chronicle]\ncommand = "x"\n\n# of b\n[b]\n`)).toBe('a = 1\n\n# of b\n[b]\n')
})

test.each([
  ['inline', 'mcp_servers = { chronicle = { command = "x" } }\n'],
  ['the servers inline', 'mcp_servers = { other = { command = "x" } }\n'],
  ['dotted', 'mcp_servers.chronicle.command = "x"\n'],
])('%s: refused, with what to do', (_, text) => {
  const error = setTomlTable(text, PATH, ENTRY, '/x.toml')._unsafeUnwrapErr()
  expect(error).toMatchObject({ code: 'config_conflict', data: { path: '/x.toml', key: 'mcp_servers.chronicle' } })
  expect(error.message).toContain('by hand')
})

test('what is not TOML is refused with the place', () => {
  const error = setTomlTable('a = 1\nb = \n', PATH, ENTRY, '/x.toml')._unsafeUnwrapErr()
  expect(error).toMatchObject({ code: 'config_malformed', data: { path: '/x.toml', line: 2 } })
  expect(removeTomlTable('a', PATH, '/x.toml')._unsafeUnwrapErr().code).toBe('config_malformed')
})

test('any document keeps its values, and comes back', () => {
  const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.double({ noNaN: true, noDefaultInfinity: true }))
  const key = fc.oneof(fc.constantFrom('a', 'mcp_servers', 'b c', '"', '#'), fc.string({ minLength: 1 }))
  const table = fc.dictionary(key, fc.oneof(leaf, fc.array(leaf), fc.dictionary(key, leaf)), { maxKeys: 5 })
  fc.assert(
    fc.property(table, (document) => {
      const text = stringify(document)
      const edited = setTomlTable(text, PATH, ENTRY, 'x')
      if (edited.isErr()) {
        // There is a value where a table must be.
        const servers = document['mcp_servers']
        expect(typeof servers !== 'object' || Array.isArray(servers)).toBe(true)
        return
      }
      const before = parse(text)
      const after = parse(edited.value)
      expect(after).toEqual({ ...before, mcp_servers: { ...(before['mcp_servers'] as object), chronicle: ENTRY } })
      expect(remove(edited.value) ?? '').toBe(text)
    }),
    { numRuns: 1000 },
  )
})
