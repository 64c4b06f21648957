import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  acknowledgementDocument,
  formatAcknowledgementTrailer,
  parseAcknowledgement,
  readAcknowledgements,
  readAcknowledgementTrailers,
} from './acknowledgement.ts'

const finding = fc.stringMatching(/^[0-9a-f]{10,13}$/)
const words = fc.string({ minLength: 1 }).filter((text) => text.trim() !== '')

const complete = {
  $schema: 'chronicle-ack/v1',
  finding: '0123456789',
  reason: 'Fine',
  author: 'A <a@b>',
  timestamp: '2025-06-10T14:30:00Z',
}

describe('acknowledgements in a note', () => {
  it('are read as they were stored, a line each', () => {
    const stored = fc.record({ finding, reason: words.map((text) => text.trim()), author: words, timestamp: words })
    fc.assert(
      fc.property(fc.array(stored), (acknowledgements) => {
        const note = acknowledgements.map((each) => JSON.stringify(acknowledgementDocument(each))).join('\n')
        expect(readAcknowledgements(new TextEncoder().encode(note))).toEqual({ acknowledgements, unreadable: 0 })
      }),
    )
  })

  it('are only those that are complete; the others are counted', () => {
    const whole = { finding: '0123456789', reason: 'Fine', author: 'A <a@b>', timestamp: '' }
    const document = acknowledgementDocument(whole)
    const lines = [{ ...document, reason: ' ' }, { ...document, finding: '12' }, { ...document, $schema: 'x' }, 7]
    const note = ['{', ...lines.map((each) => JSON.stringify(each)), '', JSON.stringify(document)].join('\n')
    const read = readAcknowledgements(new TextEncoder().encode(note))
    expect(read).toEqual({ acknowledgements: [whole], unreadable: 5 })
  })

  it.each<[string, object]>([
    ['a finding that is a number', { finding: 1234567890 }],
    ['a reason that is no text', { reason: 1 }],
    ['an author who is no text', { author: null }],
    ['no finding', { finding: undefined }],
    ['no reason', { reason: undefined }],
    ['no author', { author: undefined }],
    ['an id with too few digits', { finding: '012345678' }],
    ['an id with too many digits', { finding: '01234567890abc' }],
    ['an id with something before it', { finding: 'x0123456789' }],
    ['an id with something after it', { finding: '0123456789x' }],
  ])('is none with %s', (_name, change) => {
    expect(parseAcknowledgement({ ...complete, ...change })).toBeUndefined()
  })

  it('has a reason without blanks around it, and a time if that is a text', () => {
    const { $schema: _, ...stored } = complete
    expect(parseAcknowledgement({ ...complete, reason: '  Fine  ' })).toEqual(stored)
    expect(parseAcknowledgement({ ...complete, timestamp: 7 })).toEqual({ ...stored, timestamp: '' })
  })

  it('is stored under the name of its format, its keys in a fixed order', () => {
    const { timestamp, author, reason, finding: id } = complete
    expect(JSON.stringify(acknowledgementDocument({ timestamp, author, reason, finding: id }))).toBe(
      '{"$schema":"chronicle-ack/v1","finding":"0123456789","reason":"Fine","author":"A <a@b>","timestamp":"2025-06-10T14:30:00Z"}',
    )
  })

  it('does not count blank lines as unreadable', () => {
    const note = `\n \t\n${JSON.stringify(complete)}\n\n`
    expect(readAcknowledgements(new TextEncoder().encode(note))).toMatchObject({ unreadable: 0 })
  })
})

describe('acknowledgements in a commit message', () => {
  it('are trailers, wherever they stand', () => {
    const message = [
      'Raise the limit',
      '',
      'Chronicle-Ack: 0123456789 The peer takes',
      '  eight now',
      'chronicle-ack: 0123456789AB upper case',
      '',
      '    Squashed',
      '',
      '    Chronicle-Ack: 9876543210 from a squash',
      '    Signed-off-by: A',
      'Chronicle-Ack: 1111111111',
      'Chronicle-Ack: none because',
      'See Chronicle-Ack: 2222222222 in the text',
    ].join('\n')
    expect(readAcknowledgementTrailers(message)).toEqual([
      { finding: '0123456789', reason: 'The peer takes eight now' },
      { finding: '0123456789ab', reason: 'upper case' },
      { finding: '9876543210', reason: 'from a squash' },
      { finding: '1111111111', reason: '' },
    ])
  })

  it.each<[string, { readonly finding: string; readonly reason: string } | undefined]>([
    ['Chronicle-Ack:0123456789 no blank', { finding: '0123456789', reason: 'no blank' }],
    ['Chronicle-Ack: \t 0123456789   many   blanks  ', { finding: '0123456789', reason: 'many blanks' }],
    ['Chronicle-Ack: 0123456789 one\r\n two\r\n', { finding: '0123456789', reason: 'one two' }],
    ['Chronicle-Ack: 0123456789 one\n   \n two', { finding: '0123456789', reason: 'one' }],
    ['Chronicle-Ack: 0123456789 one\ntwo', { finding: '0123456789', reason: 'one' }],
    ['Chronicle-Ack: 0123456789: because', { finding: '0123456789', reason: ': because' }],
    ['Chronicle-Ack: 0123456789abc thirteen', { finding: '0123456789abc', reason: 'thirteen' }],
    ['Chronicle-Ack: 0123456789abcd fourteen', undefined],
    ['Chronicle-Ack: 0123456789xyz no id', undefined],
    ['Chronicle-Ack: 012345678 nine', undefined],
    ['- Chronicle-Ack: 0123456789 in a list', undefined],
  ])('%j', (message, trailer) => {
    expect(readAcknowledgementTrailers(message)).toEqual(trailer === undefined ? [] : [trailer])
  })

  it('are one line', () => {
    expect(formatAcknowledgementTrailer({ finding: '0123456789', reason: '  two\n  lines ' })).toBe(
      'Chronicle-Ack: 0123456789 two lines',
    )
  })

  it('are read as they are written', () => {
    fc.assert(
      fc.property(finding, words, (id, reason) => {
        const line = formatAcknowledgementTrailer({ finding: id, reason })
        expect(line).not.toContain('\n')
        expect(readAcknowledgementTrailers(`Subject\n\n${line}\n`)).toEqual([
          { finding: id, reason: reason.replace(/\s+/g, ' ').trim() },
        ])
      }),
    )
  })
})
