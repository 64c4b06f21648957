/** The message of the commit that a scrubbed ref begins with. Sync tells by it that a history was dropped. */
export const SCRUB_MESSAGE = 'Scrub notes with Chronicle\n'
