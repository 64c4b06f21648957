import * as z from 'zod'
import type { HistoryPassage, HistoryReason, PlaceHistoryStats, ReplacedBy } from '../history-reason.ts'
import { exactly } from './exactly.ts'
import { defined, described } from './schema-texts.ts'

const optional = z.exactOptional
const count = z.int().min(0)

const passage: z.ZodType<HistoryPassage> = defined(
  'HistoryPassage',
  exactly<HistoryPassage>()(
    z.strictObject({
      text: described(z.string(), 'One or more whole sentences, word for word.'),
      continues: optional(described(z.literal(true), 'It goes on in the paragraph of the passage before it.')),
      source: optional(described(z.enum(['comment']), 'It stood in a comment that is gone. Absent: in the message.')),
    }),
  ),
  'Words of the author of a commit.',
)

/** The commit that took the place of one. */
export const replacedBySchema: z.ZodType<ReplacedBy> = defined(
  'ReplacedBy',
  exactly<ReplacedBy>()(z.strictObject({ commit: z.string(), relation: z.enum(['reverts', 'fixes']) })),
  'A later commit that says what it does to this one.',
)

/** What a commit is about, when that is more than the place asked for. */
export const reasonAboutSchema: z.ZodType<NonNullable<HistoryReason['about']>> = z.enum([
  'enclosing_unit',
  'file',
  'change',
])

/** What a commit says on which nothing is recorded. */
export const historyReasonSchema: z.ZodType<HistoryReason> = defined(
  'HistoryReason',
  exactly<HistoryReason>()(
    z.strictObject({
      origin: described(z.literal('history'), 'It was found at the moment of the question, and is stored nowhere.'),
      commit: z.string(),
      timestamp: described(z.string(), 'Committer time, RFC 3339.'),
      author: optional(z.string()),
      summary: optional(described(z.string(), 'The subject of the commit. Absent where it was withheld for a budget.')),
      about: optional(
        described(reasonAboutSchema, 'What the commit is about, when that is more than the place asked for.'),
      ),
      files_changed: optional(described(count, 'Files that the commit changed. Absent for a merge.')),
      passages: described(z.array(passage), "In the author's order."),
      replaced_by: optional(replacedBySchema),
    }),
  ),
  'What a commit that changed the code says about why.',
)

/** How much of the history of a place an answer is made from. */
export const placeHistoryStatsSchema: z.ZodType<PlaceHistoryStats> = defined(
  'PlaceHistoryStats',
  exactly<PlaceHistoryStats>()(
    z.strictObject({
      commits: described(count, 'Commits that changed the place asked for.'),
      speaking: described(count, 'Those that say why, and on which nothing is recorded.'),
      unseen: optional(described(count, 'Those that were not looked at.')),
    }),
  ),
  'How much of the history of a place an answer is made from.',
)
