/** A repository at a host. */
export interface ForgeRepository {
  /** The host's name, with a port if it has one of its own: `github.com`, `git.example.org:8443`. */
  readonly host: string
  /** `owner/name`; of GitLab also `group/subgroup/name`. */
  readonly path: string
}

/** Hosts that answer SSH under another name, where the usual port is closed. */
const SSH_HOSTS: Readonly<Record<string, string>> = {
  'ssh.github.com': 'github.com',
  'altssh.gitlab.com': 'gitlab.com',
  'www.github.com': 'github.com',
}

/**
 * Reads the host and the path of a repository from the address of a remote, in any form that git takes: `https://`,
 * `ssh://` and `git://` with user and port, or `user@host:path`. User names and passwords are left out, and so is the
 * port of anything but HTTP, because APIs are not asked there. `undefined`: it is no address of a host.
 */
export function parseRemoteUrl(url: string): ForgeRepository | undefined {
  const [, scheme, authority = '', rest = ''] = /^([a-z][a-z+.-]*):\/\/([^/]*)\/(.*)$/is.exec(url.trim()) ?? []
  if (scheme !== undefined) {
    if (!/^(?:https?|ssh|git|git\+ssh|ssh\+git)$/i.test(scheme)) return undefined
    const address = authority.slice(authority.lastIndexOf('@') + 1)
    return repositoryAt(/^http/i.test(scheme) ? address : address.replace(/:\d*$/, ''), rest)
  }
  // A drive letter is no host, and what comes after a slash is a path on this machine.
  const [, host = '', path = ''] = /^(?:[^@/:\s]+@)?([^@/:\s]{2,}):(?!\\)(.+)$/s.exec(url.trim()) ?? []
  return host === '' ? undefined : repositoryAt(host, path)
}

/** Reads `owner/name`. */
export function parseRepositoryPath(text: string): string | undefined {
  const path = text
    .replace(/[?#].*$/s, '')
    .replace(/^\/+|\/+$/g, '')
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
    // No encoding: it is meant as it stands.
    return path
  }
}
