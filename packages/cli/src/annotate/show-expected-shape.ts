import type { CodedError } from '@chronicle/schema'

const REGION = '{"file": "src/a.ts", "anchor": "name", "intent": "…"}'

/** The shape of an entry of each list, with the properties that the author must give. */
const SHAPES: ReadonlyMap<string, string> = new Map([
  ['regions', REGION],
  ['cross_cutting', '{"description": "…", "regions": ["src/a.ts:name", "src/b.ts"]}'],
  ['constraints', '{"text": "…"}'],
  ['rejected_alternatives', '{"approach": "…", "reason": "…"}'],
  ['semantic_dependencies', '{"file": "src/b.ts", "anchor": "name", "nature": "…"}'],
  ['related_annotations', '{"commit": "…", "anchor": "name", "relationship": "…"}'],
])

const DOCUMENT = `{"summary": "…", "regions": [${REGION}]}`

/** Adds to the message of an invalid annotation the expected shape of each part in which something is missing. */
export function showExpectedShape(error: CodedError): CodedError {
  if (error.code !== 'invalid_annotation') return error
  const problems: unknown = error.data?.['problems']
  if (!Array.isArray(problems)) return error
  const places = (problems as readonly { readonly path?: unknown; readonly found?: unknown }[])
    .filter(({ path, found }) => path === '' || found === 'nothing')
    .map(({ path }) => /(\w+)\[\d+\]\.\w+$/u.exec(String(path))?.[1] ?? '')
  const shapes = [...new Set(places)].map((list) => {
    const shape = SHAPES.get(list)
    return shape === undefined ? `The document: ${DOCUMENT}` : `An entry of ${list}: ${shape}`
  })
  return shapes.length === 0 ? error : { ...error, message: `${error.message}. ${shapes.join('. ')}` }
}
