import fc from 'fast-check'
import { parse } from 'jsonc-parser'
import { describe, expect, test } from 'vitest'
import { appendInJson, removeFromJson, setInJson } from './edit-json.ts'
import type { JsonValue } from './json-text.ts'

const ENTRY: JsonValue = { command: 'git', args: ['chronicle', 'mcp', 'start'] }
const PATH = ['mcpServers', 'chronicle']
const set = (text: string): string => setInJson(text, PATH, ENTRY, 'x.json')._unsafeUnwrap()
const remove = (text: string): string | undefined => removeFromJson(text, PATH, 'x.json')._unsafeUnwrap()

/** Documents as people write them, and the results of editing them. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  'two spaces': '{\n  "a": 1\n}\n',
  tabs: '{\n\t"a": {\n\t\t"b": []\n\t}\n}\n',
  'four spaces, no last line end': '{\n    "a": [1, 2],\n    "b": null\n}',
  'carriage returns': '{\r\n  "a": 1\r\n}\r\n',
  'a byte order mark': '\uFEFF{\n  "a": 1\n}\n',
  'comments and a trailing comma':
    '// top\n{\n  // before\n  "a": 1, // behind\n  "b": 2, /* last */ // words\n  // end\n}\n// after\n',
  'a comment behind the last': '{\n  "a": 1 // one, two\n}\n',
  'one line': '{"a": 1, "b": {"c": 2}}\n',
  'one line with a trailing comma': '{ "a": 1, }',
  'other servers': '{\n  "mcpServers": {\n    "x": { "command": "y" }\n  },\n  "z": true\n}\n',
  'other servers, trailing commas': '{\n  "mcpServers": {\n    "x": {\n      "command": "y",\n    },\n  },\n}\n',
  'other servers on one line': '{"mcpServers": {"x": {"command": "y"}}}',
  'an empty object with a comment': '{\n  "mcpServers": {\n    // none yet\n  }\n}\n',
  'an inline comment': '{\n  "mcpServers": { /* none */ }\n}\n',
  'a brace on the line of the last value': '{\n  "a": 1 }\n',
  'a name that is there twice': '{\n  "mcpServers": {"old": 1},\n  "mcpServers": {"new": 1}\n}\n',
}

describe.each(Object.entries(DOCUMENTS))('%s', (_, text) => {
  test('keeps every character of what was there', () => {
    const after = set(text)
    let position = 0
    for (const character of text) position = after.indexOf(character, position) + 1
    expect(position).toBeGreaterThan(0)
    expect((parse(after.replace('\uFEFF', '')) as { mcpServers: object }).mcpServers).toMatchObject({
      chronicle: ENTRY,
    })
    expect(after).toMatchSnapshot()
  })

  test('is done once, and undone to the byte', () => {
    expect(set(set(text))).toBe(set(text))
    expect(remove(set(text))).toBe(text)
    expect(remove(text)).toBe(text)
  })
})

describe('a document that is all ours', () => {
  test.each(['', '\n', '{}', '{\n}\n', '{\n  "mcpServers": {}\n}\n'])('%j is gone with it', (text) => {
    expect(remove(set(text))).toBeUndefined()
  })

  test('but comments are not ours', () => {
    expect(remove(set('{\n  // mine\n}\n'))).toBe('{\n  // mine\n}\n')
    expect(remove(set('// mine\n{}\n'))).toBe('// mine\n{\n}\n')
  })
})

test('what stands behind our entry, and in comments around it, stays', () => {
  const text = `{
  "mcpServers": {
    // ours
    "chronicle": {}, // a remark
    "other": {}
  }
}
`
  expect(remove(text)).toBe(`{
  "mcpServers": {
    // ours
    // a remark
    "other": {}
  }
}
`)
})

test('an update changes the value alone', () => {
  const text = '{ "mcpServers": {"chronicle" : { "command":"old" /* why */, "env": {} } } }'
  const path = [...PATH, 'command']
  expect(setInJson(text, path, 'git', 'x')._unsafeUnwrap()).toBe(text.replace('"old"', '"git"'))
})

test('lists are added to, and emptied', () => {
  const path = ['hooks', 'PreToolUse']
  const text = '{\n  "hooks": {\n    "PreToolUse": [\n      { "matcher": "X" }\n    ]\n  }\n}\n'
  const added = appendInJson(text, path, { matcher: 'Y' }, 'x')._unsafeUnwrap()
  expect(parse(added)).toEqual({ hooks: { PreToolUse: [{ matcher: 'X' }, { matcher: 'Y' }] } })
  expect(removeFromJson(added, [...path, 1], 'x')._unsafeUnwrap()).toBe(text)
  const fresh = appendInJson('{\n  "a": 1\n}\n', path, 'x', 'x')._unsafeUnwrap()
  expect(parse(fresh)).toEqual({ a: 1, hooks: { PreToolUse: ['x'] } })
  expect(removeFromJson(fresh, [...path, 0], 'x')._unsafeUnwrap()).toBe('{\n  "a": 1\n}\n')
})

test.each([
  ['{"a": }', 1, 7],
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3],
  ['[]', 1, 1],
  ['{"mcpServers": 5}', 1, 16],
  ['// only a comment', 1, 18],
])('%j is refused with the place', (text, line, column) => {
  const error = setInJson(text, PATH, ENTRY, '/x.json')._unsafeUnwrapErr()
  expect(error).toMatchObject({ code: 'config_malformed', data: { path: '/x.json', line, column } })
  expect(error.message).toContain(`/x.json cannot be edited, line ${line}, column ${column}: `)
})

describe('any document', () => {
  const value = fc.jsonValue({ maxDepth: 3 }).map((each) => each as JsonValue)
  const name = fc.oneof(fc.constantFrom('mcpServers', 'chronicle', 'a', '__proto__'), fc.string())
  const space = fc.constantFrom('', ' ', '\n', '\r\n', '\t', ' // c\n', ' /* , } */ ')
  /** A document with spaces, comments and trailing commas wherever they are allowed. */
  const document = fc
    .tuple(fc.dictionary(name, value, { maxKeys: 5 }), fc.array(space, { minLength: 30, maxLength: 30 }), fc.boolean())
    .map(([object, spaces, trailing]) => {
      let next = 0
      const gap = (): string => spaces[next++ % spaces.length] ?? ''
      const write = (node: JsonValue): string => {
        if (typeof node !== 'object' || node === null) return JSON.stringify(node)
        const list = Array.isArray(node)
        const parts = list
          ? (node as readonly JsonValue[]).map((item) => gap() + write(item) + gap())
          : Object.entries(node).map(([k, v]) => `${gap()}${JSON.stringify(k)}${gap()}:${gap()}${write(v)}${gap()}`)
        const comma = trailing && parts.length > 0 ? `,${gap()}` : gap()
        return (list ? '[' : '{') + parts.join(',') + comma + (list ? ']' : '}')
      }
      return gap() + write(object) + gap()
    })

  test('keeps all other values, and comes back when what was added is taken out', () => {
    fc.assert(
      fc.property(document, (text) => {
        const before = parse(text) as Record<string, JsonValue>
        const servers = Object.hasOwn(before, 'mcpServers') ? before['mcpServers'] : undefined
        const edited = setInJson(text, PATH, ENTRY, 'x')
        if (servers !== undefined && (typeof servers !== 'object' || servers === null || Array.isArray(servers))) {
          expect(edited.isErr()).toBe(true)
          return
        }
        const after = parse(edited._unsafeUnwrap(), [], { allowTrailingComma: true }) as Record<string, JsonValue>
        const wanted = { ...before, mcpServers: { ...(servers as object | undefined), chronicle: ENTRY } }
        expect(JSON.parse(JSON.stringify(after))).toEqual(JSON.parse(JSON.stringify(wanted)))
        expect(set(edited._unsafeUnwrap())).toBe(edited._unsafeUnwrap())
        const back = remove(edited._unsafeUnwrap())
        if (servers === undefined || !Object.hasOwn(servers, 'chronicle')) {
          const left =
            back === undefined ? {} : (parse(back, [], { allowTrailingComma: true }) as Record<string, JsonValue>)
          const empty = servers !== undefined && Object.keys(servers).length === 0
          const { mcpServers: _, ...others } = before
          const kept = empty && !Object.hasOwn(left, 'mcpServers') ? others : before
          expect(JSON.parse(JSON.stringify(left))).toEqual(JSON.parse(JSON.stringify(kept)))
        }
      }),
      { numRuns: 2000 },
    )
  })
})
