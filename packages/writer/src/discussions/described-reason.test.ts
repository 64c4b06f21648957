import { expect, it } from 'vitest'
import { readMessage } from '../heuristic/message/read-message.ts'
import { describedReason } from './described-reason.ts'

it.each([
  'Fractional positions ran out of room after 50 moves, and the order became random. Positions are integers now.',
  'Formula injection: a customer named `=HYPERLINK` was executed in the Excel of our accountant.',
  'A report without a filter ran for four hours and held back the vacuum.',
  'The regular expression broke on comments.',
  'Checking permissions was 60% of all queries.',
  'A restart cuts the connections of some 2000 players at once.',
  'The server throttles all of the controllers for minutes.',
])('%j tells what was wrong', (description) => {
  expect(describedReason(readMessage(`Change it\n\n${description}`))).toMatchObject({
    quotes: ['Change it', description],
  })
})

it.each([
  'Adds the request id to every line of the log.',
  'The loader was rewritten and the config was split into two files.',
  'I ran the formatter over the whole of the repository.',
  'We moved the pages to a folder, one for each of them.',
  'This PR had to be opened a second time.',
  'All tests were green on my side and on the staging machine.',
  'Followed the runbook. Nothing special.',
  'See the ticket for what the customer had asked for: https://example.org/1',
  'Was the queue full when it happened the last time?',
  'The list today has every entry of the table.',
])('%j tells no reason', (description) => {
  expect(describedReason(readMessage(`Change it\n\n${description}`))).toBeUndefined()
})
