import ts from 'typescript'

/** A JSON Schema before publication. `$ref` is the name of an interface, and `decimals` is our own key. */
export type Schema = Readonly<Record<string, unknown>>

const NUMBERS = new Set(['minimum', 'maximum', 'minLength', 'decimals'])

/** Returns the description in the TSDoc of a declaration, as one line. */
export function documentation(node: ts.Node): Schema {
  const text = ts
    .getJSDocCommentsAndTags(node)
    .filter(ts.isJSDoc)
    .map((comment) => ts.getTextOfJSDocComment(comment.comment) ?? '')
    .join(' ')
    .replace(/\s+/gu, ' ')
    .trim()
  return text === '' ? {} : { description: text }
}

/** Returns the limits in the tags of a declaration, which TypeScript types cannot express. */
export function limits(node: ts.Node, schema: Schema, patterns: ReadonlyMap<string, string>): Schema {
  const tags = ts.getJSDocTags(node).map((tag): Schema => {
    const name = tag.tagName.text
    const text = ts.getTextOfJSDocComment(tag.comment)?.trim() ?? ''
    if (name === 'integer') return { type: 'integer' }
    if (name === 'pattern') return { pattern: required(patterns.get(text), text) }
    if (NUMBERS.has(name)) return { [name]: Number(text) }
    throw new Error(`@${name} says nothing about a document`)
  })
  const all = Object.assign({}, ...tags) as Schema
  if (all['type'] === 'integer') return { maximum: Number.MAX_SAFE_INTEGER, ...all }
  if (Object.keys(all).length > 0 && '$ref' in schema) throw new Error('Limits stand where the type is declared')
  return all
}

/** Returns the named regular expressions of a file, by name. */
export function regularExpressions({
  statements,
}: ts.SourceFile): readonly (readonly [name: string, source: string])[] {
  return statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations])
    .flatMap(({ name, initializer }) =>
      initializer !== undefined && ts.isRegularExpressionLiteral(initializer)
        ? [[name.getText(), initializer.text.slice(1, -1)] as const]
        : [],
    )
}

function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`There is no regular expression ${name}`)
  return value
}
