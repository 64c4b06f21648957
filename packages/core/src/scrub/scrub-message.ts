/** The message of the first commit of a scrubbed ref. Sync recognises by it that a history was dropped. */
export const SCRUB_MESSAGE = 'Scrub notes with Chronicle\n'
