import { omitEmpty } from '@chronicle/schema'
import { type ImportAt, textOfGroup } from './extractor.ts'

/**
 * Finds imports and re-exports of JavaScript and TypeScript: static and dynamic `import`, `export … from`, `require`,
 * `import x = require()` and `/// <reference path>`. A specifier that is not a plain literal is omitted.
 */
export function* extractJavaScript(text: string, code: string): Generator<ImportAt> {
  yield* statements(text, code)
  yield* calls(text, code)
  yield* references(text, code)
}

const NAME = String.raw`[\w$\u0080-\uffff]+`
const QUOTE = '["\'`]'
const LITERAL: string = `${QUOTE}(?<specifier>\\0+)${QUOTE}`
const NAMED = String.raw`\{[^{}]*\}`
const NAMESPACE = String.raw`\*(?:\s*as\s+(?:${NAME}|["']\0+["']))?`

const STATEMENT = new RegExp(
  String.raw`(?<![\w$.])(?:import\b\s*(?<clause>(?:type\b\s*)?(?:${NAME}\s*,?\s*)?(?:${NAMESPACE}|${NAMED})?\s*)(?<=[\s}\w$\u0080-\uffff])from\s*|import\s*|export\s*(?<passed>(?:type\b\s*)?(?:${NAMESPACE}|${NAMED}))\s*from\s*)${LITERAL}`,
  'dg',
)

function* statements(text: string, code: string): Generator<ImportAt> {
  for (const match of code.matchAll(STATEMENT)) {
    const specifier = textOfGroup(text, match, 'specifier')
    if (specifier === undefined) continue
    const { clause, passed } = match.groups ?? {}
    const words = (clause ?? passed ?? '').trim()
    const names = clauseNames(TYPE_ONLY.test(words) ? words.slice('type'.length).trim() : words)
    yield { at: match.index, specifier, ...omitEmpty({ names }) }
  }
}

const TYPE_ONLY = new RegExp(String.raw`^type(?:\s*[{*]|\s+${NAME})`)

function clauseNames(clause: string): string[] {
  const [names] = /\{[^{}]*\}/.exec(clause) ?? []
  const rest = clause.replace(/\{[^{}]*\}/, '')
  const byDefault = rest.replace(/\*.*$/s, '').replace(/[\s,]+/g, '')
  return [
    ...(byDefault === '' ? [] : ['default']),
    ...(rest.includes('*') ? ['*'] : []),
    ...(names === undefined ? [] : listedNames(names.slice(1, -1), /\s+as\s+/)),
  ]
}

function listedNames(list: string, between: RegExp): string[] {
  return list.split(',').flatMap((item) => {
    const words = item.trim().replace(/^type\s+(?=[\w$])(?!as\b(?!\s+as\b))/, '')
    const [name = ''] = words.split(between)
    // A quoted import name is rare and its text is masked, so it is omitted.
    return PLAIN_NAME.test(name) ? [name] : []
  })
}

const PLAIN_NAME = new RegExp(`^${NAME}$`)

const CALL = new RegExp(
  [
    String.raw`(?<![\w$.])import\s*\(\s*${LITERAL.replace('specifier', 'called')}`,
    String.raw`(?<![\w$.])require\s*\(\s*${LITERAL}\s*[,)]`,
  ].join('|'),
  'dg',
)

function* calls(text: string, code: string): Generator<ImportAt> {
  for (const match of code.matchAll(CALL)) {
    const required = textOfGroup(text, match, 'specifier')
    const specifier = required ?? textOfGroup(text, match, 'called')
    // A template with substitutions is known only at run time.
    if (specifier === undefined || (match[0].includes('`') && specifier.includes('${'))) continue
    if (required === undefined) {
      yield { at: match.index, specifier }
      continue
    }
    const before = code.slice(Math.max(0, match.index - MAX_PATTERN), match.index)
    const pattern = /\b(?:const|let|var)\s*\{([^{}()]*)\}\s*=\s*$/.exec(before)?.[1]
    const names = pattern === undefined ? [] : listedNames(pattern.replaceAll(/=[^,]*/g, ''), /\s*:\s*/)
    yield { at: match.index, specifier, ...omitEmpty({ names }), form: 'require' }
  }
}

/** Maximum number of characters before `require` to search for a destructuring pattern. */
const MAX_PATTERN = 500

function* references(text: string, code: string): Generator<ImportAt> {
  for (const match of text.matchAll(/^[ \t]*\/\/\/[ \t]*<reference\s+path\s*=\s*["']([^"'\n]+)["']/gm)) {
    // Reference comments count only above all code.
    if (/\S/.test(code.slice(0, match.index))) return
    yield { at: match.index, specifier: match[1] ?? '', form: 'path' }
  }
}
