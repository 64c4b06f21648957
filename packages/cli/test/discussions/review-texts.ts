/*
 * Remarks of people and programs in reviews, in great variety. Each text that gives a reason contains the word of its
 * change, so that it can be found again. The importer uses none of these texts.
 */

/** Descriptions that give a reason. `WORD` stands for a name in the change. */
export const REASONED_DESCRIPTIONS: readonly string[] = [
  'Uploads of WORD failed on slow links, because the timeout counted from the first byte. It now counts from the last one, so that a slow link is not taken for a dead one.',
  '## Why\n\nUsers of WORD saw stale prices for up to an hour. The cache was keyed by name alone, which two shops may share.\n\n## What\n\nKey it by shop and name. Clearing the cache on every write was too slow, because imports write thousands of rows.\n\n## Checklist\n\n- [x] Tests added\n- [ ] Changelog updated',
  'We crashed on empty input for WORD: the parser assumes at least one token. Instead of a check at each caller, the parser returns an empty tree, since callers already handle that.',
  'Closes #12.\n\nThe job for WORD ran twice when two workers started in the same second, because the lock was taken after the row was read. Take it before.\n\nThis must stay inside the transaction, otherwise the second worker reads the old row.',
  'WORD used to hold the lock while it wrote to disk. That blocks every reader for as long as the disk takes, which led to timeouts under load. The copy is written outside of the lock now.',
  'Retrying WORD at once made outages worse: every client came back in the same second. The delay grows and is random, so that they spread out.',
  '<!-- Describe your change -->\nThe index on WORD is rebuilt in batches. A single statement locked the table for minutes, and so the shop was down at each release.\n\nI tried a concurrent index, but it fails on partitioned tables.',
  'Dates of WORD were off by one day in Auckland, because they were parsed as UTC and shown in local time. They are kept as plain dates now: there is no time to shift.',
  'WORD must not log the request body: it may hold card numbers. The logger takes a list of fields to keep, rather than one to drop, because new fields are added all the time.',
  'The order of WORD depended on the hash map, so that two runs gave different reports and the diff was useless. Sort by name before writing.',
]

/** Descriptions that give no reason. */
export const IDLE_DESCRIPTIONS: readonly string[] = [
  '',
  'As discussed.',
  'Adds WORD.\n\n- [x] I have read the contributing guide\n- [x] Tests pass',
  'See title.',
  '## What\n\nAdd WORD to the list of handlers.\n\n## Checklist\n\n- [ ] Docs',
]

/** Descriptions that a program wrote or extended under a person's account. */
export const PROGRAM_DESCRIPTIONS: readonly string[] = [
  '## Summary\n\nThis PR improves WORD because the former implementation was slow and therefore failed under load.\n\n🤖 Generated with [Claude Code](https://claude.com/claude-code)',
  'Add WORD.\n\n<!-- This is an auto-generated comment: release notes by coderabbit.ai -->\n## Summary by CodeRabbit\n\n- WORD must now be locked, because readers would otherwise see half of it.\n<!-- end of auto-generated comment: release notes by coderabbit.ai -->',
]

/** A question that proposes an alternative, and the author's reason against it. */
export const EXPLAINED: readonly (readonly [string, string])[] = Object.entries({
  'Why not use a mutex here?':
    'A mutex would block the render thread, which must never wait: WORD is called for every frame.',
  'Could we just read the whole file instead?':
    'The files of WORD are several gigabytes, so that reading one as a whole would exhaust the memory of the small workers.',
  'How about a plain map keyed by id?':
    'Ids of WORD are only unique within a shop, because two shops are imported side by side. A plain map would mix them up.',
  'Is this retry needed at all? The client retries as well.':
    'The client gives up after two seconds, but the leader of WORD takes up to five to be elected, so without this retry every failover would be an outage.',
  'Have you considered a trigger in the database?':
    'Triggers are not run by the bulk import of WORD, because it disables them; rows would be missing without any error.',
  'What happens when the list is empty?':
    'An empty list of WORD means that the shop is closed. It must not be taken for all shops, otherwise closed ones would take orders.',
  "Wouldn't it be simpler to sort in SQL?":
    'The collation of the database differs between the two regions of WORD, so that sorting there gives different orders for the same data.',
})

/** A reviewer's request with a reason, and the author's acceptance. */
export const ACCEPTED: readonly (readonly [string, string])[] = Object.entries({
  'This must be closed before the lock on WORD is released, otherwise a second writer sees a half-written file.':
    'Good catch, moved the close up.',
  'If WORD is null here, we crash, because the cache returns null for an expired entry.': 'Fixed.',
  'Please compare with a constant-time function: an early return for WORD leaks how many characters were right.':
    'Done in the last commit.',
  'This reads WORD twice, so that another thread may change it in between. Keep it in a local variable.':
    "You're right, changed.",
  'The timeout of WORD should be longer than that of the proxy, because otherwise the client retries while the proxy still waits.':
    'Makes sense, thanks! Updated.',
  'WORD is not safe to call from a signal handler: it allocates memory, which may deadlock.':
    'Ah, good point. Moved it out of the handler.',
})

/** Authors' remarks on their own lines. */
export const OWN: readonly string[] = [
  'The order matters here: WORD has to be registered before the hooks run, because hooks read the registry once.',
  'This looks redundant, but the driver of WORD silently drops rows over 64 kB, so we have to check before.',
  'I kept the old name of WORD, since two plugins outside of this repository rely on it.',
]

/** Threads with nothing to record: the first remark and the replies. */
export const SILENT: readonly (readonly string[])[] = [
  ['nit: typo', 'Fixed'],
  ['LGTM'],
  ['👍'],
  ['Can you rename this?', 'Done.'],
  ['```suggestion\n  const limit = 10 // because of WORD\n```', 'Applied, thanks'],
  ['What is this for?', 'Removed.'],
  ['Nice!', 'Thanks :)'],
  ['nit: I would put this on one line'],
]

/** Threads with a reason that was not settled, or was refused or postponed. */
export const UNSETTLED: readonly (readonly string[])[] = [
  ['This will break on Windows, because WORD has backslashes there.'],
  ['WORD leaks when parse fails, because close() is only called at the end.', "I'd rather keep it as it is."],
  [
    'This should be cached, since WORD is asked for on every request and that is slow.',
    'Good point, but let us do that in a follow-up.',
  ],
  ['The lock on WORD must be taken first, otherwise two writers race.', 'No, the caller holds it already.'],
]

/** Remarks of programs on lines, in the words that people use. */
export const PROGRAM_REMARKS: readonly string[] = [
  '⚠️ **Potential issue**: WORD must be validated here, because it comes from the request and could otherwise be used for injection.',
  'Consider extracting this block, since the function is too long and therefore hard to test.',
  'Code scanning found a problem: WORD may be null, so this dereference can fail.',
]

/** Remarks on the whole change that give no reason. */
export const IDLE_CONVERSATION: readonly (readonly [string, string])[] = [
  ['codecov-commenter', '## Codecov Report\nPatch coverage is 83%, because 4 lines are not covered.'],
  ['dana', 'LGTM, ship it'],
  [
    'k8s-ci-robot',
    '[APPROVALNOTIFIER] This PR is **APPROVED**, because it was approved by dana. It must not be changed.',
  ],
  ['dana', '/lgtm\n/approve'],
  ['erik', '@ana could you rebase this?'],
  [
    'github-actions[bot]',
    'Deploy preview for WORD is ready. It must be deleted after the merge, otherwise it costs money.',
  ],
]

/** Decisions made in the conversation. */
export const DECISIONS: readonly string[] = [
  'We talked about this offline and decided to keep both endpoints of WORD, because mobile clients are updated months later.',
  "Let's go with the second option for WORD: the first one needs a migration, which would lock the table.",
  'We decided against a feature flag for WORD, since the old path cannot be tested any more.',
]
