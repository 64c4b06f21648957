/*
 * Opens a repository, reads one file, and prints the largest resident set of this process in megabytes. Plain
 * JavaScript, so that nothing but what is measured is loaded. Arguments: folder, notes ref, file.
 */
import { openChronicle } from '@chronicle/node'

const [dir = '', ref = '', file = ''] = process.argv.slice(2)
const notesRef = /** @type {import('@chronicle/schema').NotesRef} */ (ref)
const chronicle = openChronicle({ dir, notesRefs: [notesRef] })
const answer = await chronicle.read({ files: [file] })
await chronicle.close()
if (answer.isErr()) throw new Error(`${answer.error.code}: ${answer.error.message}`)
process.stdout.write(String(process.resourceUsage().maxRSS / 1024))
