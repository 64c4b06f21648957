import { expect, test } from 'vitest'
import { parseSample } from './parse-sample.ts'

const verdicts = { supported: true, quotes_program: false, right_place: true, readable: null, why: '' }

test('both kinds of judged files are read', () => {
  const statements = JSON.stringify({ seed: 1, recorded: {}, statements: [verdicts] })
  expect(parseSample(statements, 'a.json')).toEqual({ seed: 1, recorded: {}, statements: [verdicts] })
  const regions = JSON.stringify({ regions: [], skipped: [{ should_have_been_recorded: null, why: '' }] })
  expect(parseSample(regions, 'a.json')).toEqual(JSON.parse(regions))
})

test.each([
  ['', 'a.json is no JSON: Unexpected end of JSON input'],
  ['[]', 'a.json is no sample: it has neither "statements", nor "regions" and "skipped".'],
  ['{"regions":[]}', 'a.json is no sample: it has neither "statements", nor "regions" and "skipped".'],
  ['{"statements":{}}', 'a.json is no sample: it has neither "statements", nor "regions" and "skipped".'],
  ['{"statements":[1]}', 'a.json: statements[0] is no object.'],
  [
    JSON.stringify({ statements: [verdicts, { ...verdicts, supported: 'yes' }] }),
    'a.json: statements[1]: "supported" must be true, false, or null while nobody has judged it.',
  ],
  [JSON.stringify({ statements: [{ ...verdicts, why: null }] }), 'a.json: statements[0]: "why" must be text.'],
])('%s is refused', (text, message) => {
  expect(() => parseSample(text, 'a.json')).toThrow(new Error(message))
})
