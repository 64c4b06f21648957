import {
  err,
  ok,
  omitUndefined,
  safeTry,
  type CodedError,
  type NotesRef,
  type Overrides,
  type Result,
  type ResultAsync,
} from '@chronicle/schema'
import {
  codedError,
  withoutCredentials,
  type CallOptions,
  type DiscussionSource,
  type GitBackend,
  type Redactor,
} from '@chronicle/core/contracts'
import type { AgentLimits, AnnotationWriter, DiscussionEvent, ImportOptions } from '@chronicle/writer'
import { openModel, type ModelChoice } from './open-model.ts'
import { earlierAnnotations } from './earlier-annotations.ts'
import { openRedactor } from './open-redactor.ts'
import type { RepositoryParts } from './repository-parts.ts'
import { unknownOption } from './unknown-option.ts'

/** How discussions are read and imported. */
export interface DiscussionOptions extends ImportOptions {
  /** From `openDiscussionReader`. Without it, no model is called, and discussions are only quoted. */
  readonly reader?: AnnotationWriter | undefined
  /** Texts that look like secrets but are not. Ignored if you pass a `redactor`. */
  readonly allowedSecrets?: readonly string[] | undefined
  readonly redactor?: Redactor | undefined
  /** The notes ref to read and write. Default: the first of `notesRefs` that the repository was opened with. */
  readonly notesRef?: NotesRef | undefined
}

/** A host from which to read the discussions of a repository. */
export interface ForgeChoice {
  readonly kind: 'github' | 'gitlab'
  /** `owner/name`, or an address. Default: the repository of `remote`. */
  readonly repository?: string | undefined
  /** The remote that identifies the repository. Default `origin`. */
  readonly remote?: string | undefined
  /**
   * Name or address of the host, if it is neither github.com nor gitlab.com. A token is sent to no other host, so that
   * a repository's configuration cannot redirect it.
   */
  readonly host?: string | undefined
  /** Needs only read access to merged changes. Absent or empty: only public ones are readable. */
  readonly token?: string | undefined
  /** Saved API responses: no requests are made to any host. */
  readonly files?: readonly { readonly name: string; readonly text: string }[] | undefined
  /** Default: the runtime's. */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** Maximum wait for a rate limit, in milliseconds. A longer one ends the import. Default 15 minutes. */
  readonly maxWait?: number | undefined
  /** Called before each wait for a rate limit. */
  readonly onWait?: ((wait: { readonly host: string; readonly milliseconds: number }) => void) | undefined
}

/** Imports discussions of merged changes. */
export interface Discussions {
  /**
   * Creates the source of a host's discussions, without a request yet. Fails with `repository_not_known` if neither the
   * choice nor a remote identifies the repository.
   */
  openDiscussionSource(choice: ForgeChoice, call?: CallOptions): ResultAsync<DiscussionSource, CodedError>
  /**
   * Creates a writer that calls a model for each commit with discussions, whose text it can cite. Fails with
   * `model_not_configured` if the choice of the model is incomplete.
   */
  openDiscussionReader(
    model: ModelChoice,
    options?: Pick<DiscussionOptions, 'allowedSecrets' | 'redactor'> & {
      readonly agentLimits?: Overrides<AgentLimits> | undefined
    },
  ): ResultAsync<AnnotationWriter, CodedError>
  /** See `importDiscussions` of `@chronicle/writer`. */
  importDiscussions(source: DiscussionSource, options?: DiscussionOptions): AsyncGenerator<DiscussionEvent, void>
}

const IMPORT_OPTIONS: Readonly<Record<keyof DiscussionOptions, true>> = {
  ...{ signal: true, since: true, limit: true, force: true, dryRun: true, maxFileBytes: true },
  ...{ batchChanges: true, batchMilliseconds: true },
  ...{ reader: true, redactor: true, allowedSecrets: true, notesRef: true },
}

const USUAL_HOSTS = { github: 'github.com', gitlab: 'gitlab.com' } as const
const WORDS = { github: 'GitHub', gitlab: 'GitLab' } as const

/** Creates a `Discussions` whose implementation is loaded on first use. */
export function createDiscussions(seams: RepositoryParts): Discussions {
  const { git, clock, sleep } = seams

  function openDiscussionSource(
    choice: ForgeChoice,
    call: CallOptions = {},
  ): ResultAsync<DiscussionSource, CodedError> {
    return safeTry(async function* () {
      const { apiBaseUrl, createFileSource, createGithubSource, createGitlabSource } = await import('@chronicle/forge')
      const { kind, files, fetch = globalThis.fetch, token, maxWait, onWait } = choice
      const named = yield* nameRepository(git, choice, files !== undefined, call)
      if (named === undefined || files !== undefined)
        return ok(createFileSource(kind, files ?? [], named && `${named.host}/${named.path}`))
      const { host, path } = named
      const baseUrl = apiBaseUrl(kind, host)
      if (baseUrl === undefined) {
        const shown = withoutCredentials(host)
        const message = `'${shown}' is not an accepted host: give its name, or an address with https. Plain http is for this machine alone.`
        return err(codedError('usage', message, { data: { host: shown } }))
      }
      const connection = {
        ...{ baseUrl, fetch, clock },
        // The host says how long to wait, and this function may wait up to twice as long.
        sleep: (milliseconds: number, signal?: AbortSignal) => sleep(milliseconds, signal),
        ...omitUndefined({ token, maxWait, onWait }),
      }
      const create = kind === 'github' ? createGithubSource : createGitlabSource
      return ok(create({ host, path }, connection))
    })
  }

  async function* importDiscussions(
    source: DiscussionSource,
    options: DiscussionOptions = {},
  ): AsyncGenerator<DiscussionEvent, void> {
    const unknown = unknownOption(options, IMPORT_OPTIONS, 'options.')
    if (unknown !== undefined) {
      yield { kind: 'stopped', error: unknown, left: 0 }
      return
    }
    const { allowedSecrets, reader, redactor: given, notesRef = seams.notesRef, ...how } = options
    const writer = await import('@chronicle/writer')
    const redactor = given ?? (await openRedactor(allowedSecrets))
    const reading = reader === undefined ? {} : { reader, ...earlierAnnotations(seams, notesRef) }
    yield* writer.importDiscussions(
      {
        ...{ git, ast: seams.ast, clock, sleep, redactor, source, ...reading },
        ...omitUndefined({ cache: seams.storage, notesRef, tool: seams.tool }),
      },
      how,
    )
  }

  function openDiscussionReader(
    model: ModelChoice,
    { agentLimits, allowedSecrets, redactor: given }: Parameters<Discussions['openDiscussionReader']>[1] = {},
  ): ResultAsync<AnnotationWriter, CodedError> {
    return safeTry(async function* () {
      const { createAgentWriter, createDiscussionWriter } = await import('@chronicle/writer')
      const opened = yield* openModel(model, seams.env)
      const redactor = given ?? (await openRedactor(allowedSecrets))
      const limits = omitUndefined({ limits: agentLimits })
      return ok(createAgentWriter({ model: opened, redactor, finder: createDiscussionWriter(), ...limits }))
    })
  }

  return { openDiscussionReader, openDiscussionSource, importDiscussions }
}

interface NamedRepository {
  readonly host: string
  readonly path: string
}

/** Returns the intended repository: the one that was named, or else the one of a remote. */
function nameRepository(
  git: GitBackend,
  { kind, repository, host, remote = 'origin' }: ForgeChoice,
  fromFiles: boolean,
  call: CallOptions,
): ResultAsync<NamedRepository | undefined, CodedError> {
  return safeTry(async function* () {
    const { parseRemoteUrl, parseRepositoryPath } = await import('@chronicle/forge')
    if (repository !== undefined) {
      const address = parseRemoteUrl(repository)
      const path = address?.path ?? parseRepositoryPath(repository)
      if (path === undefined) {
        const shown = withoutCredentials(repository)
        return err(notKnown(`'${shown}' names no repository. Give it as owner/name.`, { repository: shown }))
      }
      return checked(
        { host: host ?? address?.host ?? USUAL_HOSTS[kind], path },
        { kind, host, named: `'${withoutCredentials(repository)}'`, fromFiles },
      )
    }
    const url = yield* remoteUrl(git, remote, call)
    const found = url === undefined ? undefined : parseRemoteUrl(url)
    if (found === undefined) {
      if (fromFiles) return ok(undefined)
      const shown = withoutCredentials(remote)
      const reason =
        url === undefined ? `There is no remote ${shown}` : `The remote ${shown} names no repository of a host`
      return err(notKnown(`${reason}. Say which repository to ask for, as owner/name.`, { remote: shown }))
    }
    const asked = { kind, host, named: `The remote ${remote}`, fromFiles }
    return checked({ host: host ?? found.host, path: found.path }, asked)
  })
}

/** Rejects a host that only the repository's configuration names, because it would receive the token. */
function checked(
  repository: NamedRepository,
  {
    kind,
    host,
    named,
    fromFiles,
  }: Pick<ForgeChoice, 'kind' | 'host'> & { readonly named: string; readonly fromFiles: boolean },
): Result<NamedRepository, CodedError> {
  if (host !== undefined || fromFiles || repository.host === USUAL_HOSTS[kind]) return ok(repository)
  const other = kind === 'github' ? 'gitlab' : 'github'
  const hint =
    repository.host === USUAL_HOSTS[other]
      ? `Import from ${other}.`
      : `If that is a ${WORDS[kind]} of your own, name it as the host. Your token is sent there.`
  return err(
    notKnown(`${named} is on ${repository.host}, not on ${USUAL_HOSTS[kind]}. ${hint}`, { host: repository.host }),
  )
}

/** Returns the address of a remote, as `git fetch` would use it. */
function remoteUrl(git: GitBackend, remote: string, call: CallOptions): ResultAsync<string | undefined, CodedError> {
  return safeTry(async function* () {
    if (git.readConfig === undefined) return ok(undefined)
    const remotes = yield* git.readConfig('remote', call)
    const urls = remotes.get(`${remote}.url`) ?? remotes.get(`${remote.toLowerCase()}.url`)
    const url = urls?.at(0)
    if (url === undefined) return ok(undefined)
    const rewrites = yield* git.readConfig('url', call)
    const [best] = [...rewrites]
      .filter(([key]) => key.endsWith('.insteadof'))
      .flatMap(([key, prefixes]) => prefixes.map((prefix): [string, string] => [key, prefix]))
      .filter(([, prefix]) => url.startsWith(prefix))
      .toSorted(([, a], [, b]) => b.length - a.length)
    if (best === undefined) return ok(url)
    const [key, prefix] = best
    return ok(key.slice(0, -'.insteadof'.length) + url.slice(prefix.length))
  })
}

function notKnown(message: string, data: Readonly<Record<string, unknown>>): CodedError<'repository_not_known'> {
  return codedError('repository_not_known', message, { data })
}
