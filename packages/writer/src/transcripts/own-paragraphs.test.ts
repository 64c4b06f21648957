import { describe, expect, test } from 'vitest'
import { ownParagraphs } from './own-paragraphs.ts'

const textsOf = (message: string): readonly string[] => ownParagraphs(message).map(({ text }) => text)

describe('ownParagraphs', () => {
  test.each([
    ['code', 'Before\n```\nnever call this\n```\nafter', ['Before', 'after']],
    ['a quote', '> you must always\nNo.', ['No.']],
    ['a log', 'See:\nERROR must never happen\n2026-01-01 00:00:00 always\nfixed', ['See:', 'fixed']],
    ['a ticket', 'Do it. Here is the ticket:\n\nUsers must never wait.\nAlways retry.', ['Do it.']],
    ['a mail', 'From: Bob\nSubject: x\n\nnever do it\nBest, Bob\n\nBob is wrong.', ['Bob is wrong.']],
    ['a document', 'Look at this\n# Spec\nIt must never fail.', ['Look at this']],
    ['quoted speech', '"you must never retry"\nThat is what he said', ['That is what he said']],
    ['a story', 'As an operator, I want imports to resume.\nThe system must always resume.', []],
    ['a diff', '--- a/x\n+++ b/x\n@@ -1 +1 @@\nok', ['ok']],
    ['a line of a program', `${'x'.repeat(1300)} must\nshort`, ['short']],
  ])('leaves out %s', (_, message, own) => {
    expect(textsOf(message)).toEqual(own)
  })

  test('keeps a list of the sender with the line that announces it', () => {
    const [heading, item] = ownParagraphs('Rules:\n- never wait')
    expect(heading).toMatchObject({ text: 'Rules:', item: false })
    expect(item).toEqual({ text: 'never wait', item: true, heading: 'Rules:' })
  })

  test('takes only the beginning of what nobody types in one go', () => {
    const long = `We must keep this.\n${'and so on and on, line by line\n'.repeat(400)}It must never end.`
    expect(textsOf(long).join(' ')).not.toContain('never end')
    expect(textsOf(long)[0]).toBe('We must keep this.')
  })
})
