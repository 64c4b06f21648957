/** A repository on a host. */
export interface ForgeRepository {
  /** Host name, with a port unless it is the default: `github.com`, `git.example.org:8443`. */
  readonly host: string
  /** `owner/name`; on GitLab also `group/subgroup/name`. */
  readonly path: string
}

/** SSH hosts on an alternative port, and the host that they belong to. */
const SSH_HOSTS: Readonly<Record<string, string>> = {
  'ssh.github.com': 'github.com',
  'altssh.gitlab.com': 'gitlab.com',
  'www.github.com': 'github.com',
}

/**
 * Parses the host and the path of a repository from a remote's address, in any form that git accepts: `https://`,
 * `ssh://` and `git://` with user and port, or `user@host:path`. Drops user names, passwords and any port that is not
 * HTTP's, because APIs do not listen there. Returns `undefined` if the address has no host.
 */
export function parseRemoteUrl(url: string): ForgeRepository | undefined {
  const [, scheme, authority = '', rest = ''] = /^([a-z][a-z+.-]*):\/\/([^/]*)\/(.*)$/is.exec(url.trim()) ?? []
  if (scheme !== undefined) {
    if (!/^(?:https?|ssh|git|git\+ssh|ssh\+git)$/i.test(scheme)) return undefined
    const address = authority.slice(authority.lastIndexOf('@') + 1)
    return repositoryAt(/^http/i.test(scheme) ? address : address.replace(/:\d*$/, ''), rest)
  }
  // A drive letter is not a host, and text after a slash is a path on this machine.
  const [, host = '', path = ''] = /^(?:[^@/:\s]+@)?([^@/:\s]{2,}):(?!\\)(.+)$/s.exec(url.trim()) ?? []
  return host === '' ? undefined : repositoryAt(host, path)
}

/** Parses `owner/name`. */
export function parseRepositoryPath(text: string): string | undefined {
  const path = text
    .replace(/[?#].*$/s, '')
    .replace(/^\/+|(?<!\/)\/+$/g, '')
    .replace(/\.git$/i, '')
  const parts = path.split('/')
  const isPath = parts.length >= 2 && parts.every((part) => /^[\w.~+-][\w.~+ -]*$/u.test(part) && !/^\.+$/.test(part))
  return isPath ? path : undefined
}

function repositoryAt(host: string, rest: string): ForgeRepository | undefined {
  const name = host.toLowerCase().replace(/:(?:443|80)?$/, '')
  const path = parseRepositoryPath(decoded(rest))
  if (path === undefined || !/^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:]+\])(?::\d+)?$/.test(name)) return undefined
  return { host: SSH_HOSTS[name] ?? name, path }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    // It is not percent-encoded: keep it unchanged.
    return path
  }
}
