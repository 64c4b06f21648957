/*
 * Opens a repository, reads one file, and prints the largest resident set of this process in megabytes.
 * Arguments: folder, notes ref, file.
 */
import { openChronicle } from '@chronicle/node'
import type { NotesRef } from '@chronicle/schema'

const [dir = '', ref = '', file = ''] = process.argv.slice(2)
const chronicle = openChronicle({ dir, notesRefs: [ref as NotesRef] })
const answer = await chronicle.read({ files: [file] })
await chronicle.close()
if (answer.isErr()) throw new Error(`${answer.error.code}: ${answer.error.message}`)
// Of this process alone, in kilobytes.
process.stdout.write(String(process.resourceUsage().maxRSS / 1024))
