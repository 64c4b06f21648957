import { isJsonObject, parseJson } from '@chronicle/schema'

/** The role of a string in the JSON of a note. */
export type StringRole =
  /** A key or value that a format defines, or an id: nobody wrote it as text. */
  | 'fixed'
  /** The name of a place, such as a path. */
  | 'place'
  | 'text'

/** Keys of the formats stored in notes. A key of another tool may have been made from a text. */
const KNOWN_KEYS: ReadonlySet<string> = new Set(
  (
    '$schema schema anchor annotation anti_patterns approach ast_anchor at at_commit author boundaries by commit ' +
    'commits condensed constraints context_level conventions correction_type corrections cross_cutting derived_from ' +
    'description email end evidence field file finding held_by_tests intent kind line lines markers name nature ' +
    'operation original_annotations_preserved parts place provenance quote reason reasoning recorded regions ' +
    'rejected_alternatives related_annotations relationship replacement risk_notes scrubbed semantic_dependencies set ' +
    'signature source start summary superseded_by synthesis_notes tags target_value task text texts timestamp title ' +
    'type unit_type url with'
  ).split(' '),
)

/** Keys whose values are ids, times, or words of a format. */
const FIXED_VALUES: ReadonlySet<string> = new Set(
  (
    '$schema schema at at_commit commit context_level correction_type derived_from field finding kind operation ' +
    'source superseded_by timestamp type unit_type'
  ).split(' '),
)

const PLACE_VALUES: ReadonlySet<string> = new Set(['anchor', 'file', 'name'])

/** A string with its quotes, a bracket, or what is between them. */
const TOKEN = /"(?:[^"\\]|\\[^])*"|[[\]{}]|[^"[\]{}]+/g

/**
 * Replaces the parts of JSON text: one document, or one on each line. `role` is absent for what is no string. In a
 * document of another tool, every string is text. `isOwn`: all documents are Chronicle's.
 */
export function replaceStrings(
  json: string,
  replace: (token: string, role?: StringRole) => string,
  isOwn = false,
): string {
  const documents = parseDocument(json) === undefined ? json.split(/(?<=\n)/u) : [json]
  const replaceAsText = (token: string, role?: StringRole): string => replace(token, role && 'text')
  return documents
    .map((document) => replaceIn(document, isOwn || isChronicles(document) ? replace : replaceAsText))
    .join('')
}

/** The marker of the byte order, with one character for each byte. */
const BYTE_ORDER_MARK = /^\u00ef\u00bb\u00bf/u

function parseDocument(json: string): unknown {
  return parseJson(json.replace(BYTE_ORDER_MARK, ''))
}

/** Whether a document says that its format is one of Chronicle's. */
function isChronicles(json: string): boolean {
  const document = parseDocument(json)
  if (!isJsonObject(document)) return false
  const schema = document['$schema'] ?? document['schema']
  return typeof schema === 'string' && /(?:^|\/)(?:chronicle|ultragit)(?:-\w+)*\//u.test(schema)
}

function replaceIn(json: string, replace: (token: string, role?: StringRole) => string): string {
  const keys: string[] = []
  let key = ''
  return json.replace(TOKEN, (token: string, offset: number) => {
    if (token === '{' || token === '[') keys.push(key)
    else if (token === '}' || token === ']') key = keys.pop() ?? ''
    if (!token.startsWith('"')) return replace(token)
    if (!/^\s*:/u.test(json.slice(offset + token.length, offset + token.length + 8))) return replace(token, roleOf(key))
    key = token.slice(1, -1)
    return replace(token, KNOWN_KEYS.has(key) ? 'fixed' : 'text')
  })
}

function roleOf(key: string): StringRole {
  return FIXED_VALUES.has(key) ? 'fixed' : PLACE_VALUES.has(key) ? 'place' : 'text'
}
