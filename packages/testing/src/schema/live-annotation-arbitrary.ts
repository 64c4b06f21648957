import * as fc from 'fast-check'
import { annotationText } from './annotation-arbitrary.ts'

/** Generates valid input of `annotate --live`, in short and long forms. */
export function liveAnnotationArbitrary(): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const text = annotationText()
  const name = fc.constantFrom('Session::open', 'main')
  const lines = fc.constantFrom<unknown>('10:20', '7', { start: 10, end: 20 })
  const anchor = fc.oneof<fc.Arbitrary<unknown>[]>(name, fc.record({ name, type: fc.constant('method') }))
  const region = fc.record(
    {
      file: fc.constantFrom('src/session.rs', './README.md'),
      intent: text,
      anchor,
      lines,
      reasoning: text,
      constraints: fc.array(fc.oneof<fc.Arbitrary<unknown>[]>(text, fc.record({ text }))),
      risk_notes: text,
      tags: fc.array(fc.constantFrom('tls', 'ops')),
      rejected_alternatives: fc.array(
        fc.oneof<fc.Arbitrary<unknown>[]>(text, fc.record({ approach: text, reason: text })),
      ),
      semantic_dependencies: fc.array(fc.record({ file: fc.constant('src/tls.rs'), anchor: name, nature: text })),
    },
    { requiredKeys: ['file', 'intent'] },
  )
  const concern = fc.record({ description: text, regions: fc.array(fc.constantFrom('src/tls.rs:rotate', 'README.md')) })
  return fc.record(
    {
      summary: text,
      commit: fc.constantFrom('HEAD', 'HEAD~1', 'main'),
      task: text,
      context_level: fc.constantFrom('enhanced', 'inferred'),
      regions: fc.array(region, { maxLength: 3 }),
      cross_cutting: fc.array(concern, { maxLength: 2 }),
    },
    { requiredKeys: ['summary'] },
  )
}
