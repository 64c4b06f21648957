import { describe, expect, test } from 'vitest'
import { messageReason } from './message-reason.ts'
import { readMessage } from './read-message.ts'

const quotesOf = (body: string): readonly string[] | undefined => {
  const reason = messageReason(readMessage(`Lock the store\n\n${body}`))
  return reason?.argument.map(({ text }) => text)
}
const WHY = 'The lock must be taken first, because the watcher reads the file at once.'

test('a number in brackets brings the line that says what it stands for, and no other', () => {
  const body = `${WHY.slice(0, -1)}[2].\n\n[1]: https://example.org/a\n[2]: https://example.org/b`
  expect(quotesOf(body)).toEqual([`${WHY.slice(0, -1)}[2].`, '[2]: https://example.org/b'])
  const reason = messageReason(readMessage(`Lock the store\n\n${body}`))
  expect(reason?.quotes).toContain('[2]: https://example.org/b')
  expect(quotesOf(`${WHY}\n\n[1]: https://example.org/a`)).toEqual([WHY])
})

test('a number in what is told for an empty subject brings its line too', () => {
  const problem = 'Version 3 of the reader fails where a file is larger than 4 GB[1].'
  const reason = messageReason(readMessage(`Fix it\n\n${problem}\n\n${WHY}\n\n[1]: https://example.org/a`))
  expect(reason?.intent).toBe(problem)
  expect(reason?.argument.map(({ text }) => text)).toEqual([WHY, '[1]: https://example.org/a'])
})

test.each([
  ["Why isn't CI running on each push? It seems to only be running on tagged commits.", undefined],
  [`Why is it locked at all? ${WHY}`, ['Why is it locked at all?', WHY]],
  [`Why is it locked at all?\n\n${WHY}`, ['Why is it locked at all?', WHY]],
  [`Does anybody read this?\n\nA word between.\n\n${WHY}`, [WHY]],
])('a question counts with an answer that gives a reason: %s', (body, told) => {
  expect(quotesOf(body)).toEqual(told)
})

test('a subject that says why in a sentence of its own is a reason', () => {
  const subject = 'Show all names. The rest is due to a Jinja bug, which drops empty blocks.'
  expect(messageReason(readMessage(subject))).toEqual({ intent: subject, argument: [], quotes: [subject] })
  expect(messageReason(readMessage('Show all names. Add tests for each of them too.'))).toBeUndefined()
})

test('what is explained at length is a reason without a word that gives a ground, an account of what was done is none', () => {
  const explained = 'The type of a field ends at its first space, and a pair has one after its comma.'
  expect(quotesOf(explained)?.join(' ')).toBe(explained)
  expect(quotesOf('The type ends at its first space.')).toBeUndefined()
  const accounts = [
    'This adds a type to each of the fields of the page, with a space behind it, and one to the title as well.',
    'This commit marks each of the fields of the page, with a space behind it.',
    'When used, each of the fields of the page has a type with a space behind it.',
    'A field is a part of the page that has a type with a space behind it.',
    'Reverting these: fc9dfac bc3eddc d911f27 3da2f10 ce52825 398d110 c15d2b6 086655e',
  ]
  expect(accounts.map(quotesOf)).toEqual(accounts.map(() => undefined))
})

test('a numbered list is told whole or not at all', () => {
  const list = '1. Names of folders.\n2. Names of files must be read first, because a folder may hold none.'
  expect(quotesOf(`${WHY}\n\n${list}`)?.join('\n')).toBe(`${WHY}\n${list}`)
  expect(quotesOf(`${WHY}\n\n1. Names of folders.\n2. Names of files.`)).toEqual([WHY])
})

test('a passage does not begin within a sentence', () => {
  expect(
    quotesOf('See\n\n* https://example.org/a\n\nfor details on the mend of it, which was in the other store.'),
  ).toBeUndefined()
})

test('a sentence that goes from the subject on into the body is told as one', () => {
  const reasonOf = (subject: string, body: string) => messageReason(readMessage(`${subject}\n\n${body}`))
  const body = "so that it's possible to read all of it without being asked to name each"
  expect(reasonOf('Add a default name', body)).toMatchObject({ intent: `Add a default name ${body}`, argument: [] })
  const dots = '... and take it first because the watcher does not\nwait for it yet.'
  expect(reasonOf('Lock the store', dots)?.intent).toBe(`Lock the store ${dots.replace('\n', ' ')}`)
  const points = 'Which is not what a caller asks for, who has no name to give.'
  expect(reasonOf('Add a default name', points)?.intent).toBe(`Add a default name ${points}`)
  const own = 'if nobody asks for a name, it is read later on, because the lock is taken first'
  expect(reasonOf('Add a default name', own)).toMatchObject({ intent: 'Add a default name', argument: [{ text: own }] })
})

test('an item below one of many commits that a forge made into one is no reason of the whole', () => {
  const items = (count: number): string => Array.from({ length: count }, (_, at) => `* Mend part ${at}`).join('\n\n')
  const last = '- It is simpler, because the lock is taken first by now.'
  const reasonOf = (count: number) => messageReason(readMessage(`Lock the store (#12)\n\n${items(count)}\n\n${last}`))
  expect(reasonOf(5)).toBeUndefined()
  expect(reasonOf(2)).toMatchObject({ argument: [{ text: last.slice(2) }] })
})

test('few items of a long list are no reason', () => {
  const list = (others: number): string =>
    [
      ...Array.from({ length: others }, (_, at) => `- Name part ${at}`),
      '- Drop the pool, because it is never asked.',
    ].join('\n')
  expect(quotesOf(list(4))).toBeUndefined()
  expect(quotesOf(list(1))).toEqual(['Drop the pool, because it is never asked.'])
})

test('a drawing is left out, and so is what goes on about someone whom the sentence before thanks', () => {
  expect(quotesOf(`${WHY}\n\nThe store is ┏━━┓ drawn here as it is read.`)).toEqual([WHY])
  expect(quotesOf(`${WHY}\n\nThanks to Ana for finding it.\n\nI mostly went with her way to lock the file.`)).toEqual([
    WHY,
  ])
})

test('code that a sentence announces with a full stop stays with it', () => {
  const body = `${WHY} The following call fails with "no lock".\n\n    read(store)\n\nIt waits for the lock now.`
  expect(quotesOf(body)?.join(' ')).toContain('read(store)')
})

test('lines that only name what was done give no reason', () => {
  expect(quotesOf('fix missing check\n\nuse loop instead of range')).toBeUndefined()
})

test('what is left of a message after much that is left out has a word on its subject', () => {
  const tasks = Array.from({ length: 12 }, (_, at) => `add reader ${at} to the tables`).join('\n\n')
  const late = 'The watcher must be closed first, because it reads the file at once.'
  expect(quotesOf(`${tasks}\n\n${late}`)).toBeUndefined()
  expect(quotesOf(`${tasks}\n\n${late.slice(0, -1)} of the store.`)).toHaveLength(1)
})

test('an explanation in a script without spaces between words counts as one', () => {
  const body = '書き込み中にプロセスが落ちると、空のファイルが残ってしまう。\n読み手は常に完全なデータを見る。'
  expect(quotesOf(body)).toEqual([
    '書き込み中にプロセスが落ちると、空のファイルが残ってしまう。',
    '読み手は常に完全なデータを見る。',
  ])
  expect(quotesOf('ファイルを追加。')).toBeUndefined()
})

describe('the subject of a squashed commit above its reason', () => {
  const argumentOf = (title: string): readonly string[] | undefined =>
    messageReason(readMessage(`fix(store): lock the store (#12)\n\n* ${title}\n\n${WHY}\n\n* Add tests`))?.argument.map(
      ({ text }) => text,
    )

  test('loses its list mark and its component', () => {
    expect(argumentOf('refactor(watch): Open files lazily')).toEqual([`Open files lazily\n\n${WHY}`])
    expect(argumentOf('Open files lazily')).toEqual([`Open files lazily\n\n${WHY}`])
  })

  test('is omitted if it repeats the subject of the message', () => {
    expect(argumentOf('fix(store): lock the store')).toEqual([WHY])
  })
})

const reasonOf = (message: string): unknown => {
  const reason = messageReason(readMessage(message))
  return reason && { intent: reason.intent, argument: reason.argument.map(({ text }) => text) }
}

test('the end of the sentence that the subject begins joins it, even above a list', () => {
  const list = 'These are the reasons:\n- The watcher reads the file at once, because it has no queue.'
  expect(reasonOf(`Lock the store\n\nto avoid torn reads. ${list}`)).toEqual({
    intent: 'Lock the store to avoid torn reads.',
    argument: [list],
  })
})

test('a single list item loses its mark, and the items of a list keep theirs', () => {
  const item = 'The watcher reads the file at once, because it has no queue.'
  expect(reasonOf(`Lock the store\n\n${WHY}\n\n- ${item}`)).toMatchObject({ argument: [WHY, item] })
  expect(reasonOf(`Lock the store\n\n- ${WHY}\n- ${item}`)).toMatchObject({ argument: [`- ${WHY}`, `- ${item}`] })
})

test('a subject that only names an issue is no intent', () => {
  expect(reasonOf(`store, fixes org/store#12.\n\n${WHY}`)).toEqual({ intent: WHY, argument: [] })
  expect(reasonOf(`Fixes issue #669\n\n${WHY}`)).toEqual({ intent: WHY, argument: [] })
})
