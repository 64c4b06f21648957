/** A published document: an interface of `@chronicle/schema`, and the metadata of its JSON Schema. */
export interface PublishedDocument {
  /** The name of the file: `json/<name>.schema.json`. */
  readonly name: string
  /** The interface that declares it. */
  readonly type: string
  readonly title: string
  readonly description: string
  /**
   * `failing`: on failure, the same command prints an error document. `answer`: likewise, and with `--verbose` absent
   * keys are null; core writes its keys in the order of the interface. `stored`: stored in a git note, where empty
   * lists are omitted and other tools add keys. `stated`: input from a user, which may have unknown keys.
   */
  readonly kind: 'plain' | 'failing' | 'answer' | 'stored' | 'stated'
  /**
   * What the validator of the document checks, if programs read it: `the answer to a `read``. The list of schemas
   * contains it too.
   */
  readonly validates?: string
  /** The value of `$schema`, if the interface is a model without that key. */
  readonly format?: string
  /** Keys of the model that are not stored. */
  readonly omittedKeys?: readonly string[]
  /** Lists that are stored even when they are empty. */
  readonly alwaysStored?: readonly string[]
}

/** Returns the document of an answer to a query. */
function answer(command: string): PublishedDocument {
  return {
    name: `${command}-output`,
    type: `${command.charAt(0).toUpperCase()}${command.slice(1)}Output`,
    title: `Output of git chronicle ${command} (chronicle-${command}/v1)`,
    description: `The answer to a ${command}, or the error. With --verbose, keys that would be absent are null or empty.`,
    kind: 'answer',
    validates: `the answer to a \`${command}\``,
  }
}

/** Returns the document of a receipt, printed by a command that writes. */
function receipt(name: string, type: string, format: string, commands: string): PublishedDocument {
  return {
    name: `${name}-receipt`,
    type,
    title: `Receipt of ${name} (${format})`,
    description: 'What was written, and what to know about it. A failure is the error document of a read.',
    kind: 'plain',
    validates: `what ${commands} with \`--format json\``,
  }
}

/** Returns the document of a receipt whose failures have the same format. */
function failingReceipt(...given: Parameters<typeof receipt>): PublishedDocument {
  return {
    ...receipt(...given),
    description: 'What was done, and what to know about it, or the error.',
    kind: 'failing',
  }
}

/** Returns the document of a report about the quality of what is recorded. */
function report(name: string, command: string, type: string, format: string): PublishedDocument {
  return {
    name: `${name}-report`,
    type,
    title: `Report of git chronicle ${command} (${format})`,
    description: 'What is recorded, and what is wrong with it. A failure is the error document of a read.',
    kind: 'plain',
    validates: `what \`${command} --format json\` prints`,
  }
}

/** All documents that are stored, passed in by people and programs, or printed by commands. */
export const PUBLISHED_DOCUMENTS: readonly PublishedDocument[] = [
  {
    name: 'annotation',
    type: 'Annotation',
    title: 'Chronicle annotation (chronicle/v1)',
    description: 'What is known about one commit, as it is stored in a git note. Unknown keys are allowed, and kept.',
    kind: 'stored',
    format: 'chronicle/v1',
    omittedKeys: ['read_from'],
    alwaysStored: ['regions'],
  },
  {
    name: 'correction',
    type: 'Correction',
    title: 'Chronicle correction (chronicle-correction/v1)',
    description: 'What somebody found wrong with an annotation: one line of a note in the corrections ref.',
    kind: 'stored',
    format: 'chronicle-correction/v1',
  },
  {
    name: 'live-annotation',
    type: 'StatedAnnotation',
    title: 'Input of git chronicle annotate --live',
    description: 'What the author of a commit states about it. What is absent is derived; unknown keys are reported.',
    kind: 'stated',
  },
  ...['read', 'check', 'deps', 'history', 'lookup', 'grep', 'log', 'show', 'status', 'summary'].map(answer),
  {
    name: 'context-output',
    type: 'ContextPackage',
    title: 'Output of git chronicle retrieve (chronicle-context/v1)',
    description: 'The code that a task needs, or the error.',
    kind: 'failing',
    validates: 'what `retrieve` prints with `--format json`',
  },
  {
    name: 'evaluation-output',
    type: 'EvaluationOutput',
    title: 'Output of git chronicle evaluate (chronicle-evaluation/v1)',
    description: 'Results of an evaluation of retrieval, or the error.',
    kind: 'failing',
    validates: 'what `evaluate` prints with `--format json`',
  },
  failingReceipt('acknowledgement', 'AcknowledgementReceipt', 'chronicle-ack-receipt/v1', '`check --ack` prints'),
  receipt('annotate', 'AnnotateReceipt', 'chronicle-annotate/v1', '`annotate --live` and `record` print'),
  receipt(
    'correction',
    'CorrectionReceipt',
    'chronicle-correction-receipt/v1',
    '`flag`, `correct`, `supersede`, `retract` and `reattach` print',
  ),
  receipt(
    'install',
    'InstallReceipt',
    'chronicle-install-receipt/v1',
    '`init`, `uninstall`, `mcp install` and `skill install` print',
  ),
  receipt('writing', 'WritingReceipt', 'chronicle-writing-receipt/v1', '`commit`, `annotate` and `backfill` print'),
  receipt(
    'discussion',
    'DiscussionReceipt',
    'chronicle-discussion-receipt/v1',
    '`import github` and `import gitlab` print',
  ),
  failingReceipt('index', 'IndexReceipt', 'chronicle-index/v1', '`index` prints'),
  receipt('context', 'ContextReceipt', 'chronicle-context-receipt/v1', '`context` and `note` print'),
  receipt('redaction', 'RedactionReport', 'chronicle-redaction/v1', '`redact --test` prints'),
  receipt('reconcile', 'ReconcileReceipt', 'chronicle-reconcile-receipt/v1', '`reconcile` prints'),
  receipt('condense', 'CondenseReceipt', 'chronicle-condense-receipt/v1', '`condense` prints'),
  receipt('transcript', 'TranscriptReceipt', 'chronicle-transcript-receipt/v1', '`import transcripts` prints'),
  receipt('scrub', 'ScrubReceipt', 'chronicle-scrub-receipt/v1', '`scrub` prints'),
  receipt('sync', 'SyncReceipt', 'chronicle-sync/v1', '`sync` prints'),
  receipt('import', 'ImportReceipt', 'chronicle-import/v1', '`import` prints'),
  report('doctor', 'doctor', 'QualityReport', 'chronicle-doctor/v1'),
  report('review', 'annotate --review', 'CommitReview', 'chronicle-review/v1'),
  {
    name: 'export-document',
    type: 'ExportDocument',
    title: 'One line of git chronicle export (chronicle-export/v1)',
    description: 'Everything recorded about one commit. An export is JSON Lines of these, by commit id.',
    kind: 'plain',
    validates: 'one line of what `export` prints',
  },
]
