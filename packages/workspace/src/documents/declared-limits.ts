import ts from 'typescript'

/** A JSON Schema in the making. `$ref` is the name of an interface, and `decimals` is ours. */
export type Schema = Readonly<Record<string, unknown>>

const NUMBERS = new Set(['minimum', 'maximum', 'minLength', 'decimals'])

/** The description that the TSDoc of a declaration gives, on one line. */
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

/** The limits that the tags of a declaration give: what a type of TypeScript cannot say. */
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

/** The regular expressions that a file names, by their names. */
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
