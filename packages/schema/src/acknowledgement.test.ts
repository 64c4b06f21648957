import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  acknowledgementDocument,
  formatAcknowledgementTrailer,
  readAcknowledgements,
  readAcknowledgementTrailers,
} from './acknowledgement.ts'

const finding = fc.stringMatching(/^[0-9a-f]{10,13}$/)
const words = fc.string({ minLength: 1 }).filter((text) => text.trim() !== '')

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
