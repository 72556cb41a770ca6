import type { IncomingMessage } from 'node:http'

const authorities = new WeakMap<IncomingMessage, string>()

/** The maximum length of a path segment. No id, code or file name is longer. */
export const maxSegmentLength = 500

/**
 * Returns the path and query of a request. A request target in absolute form (`GET http://host/path`) means
 * the same as its path, and its authority replaces the header Host (RFC 9112, 3.2.2). Converts a path with an
 * invalid percent-encoding to the literal path, and cuts a long segment. No resource has such a name, so the
 * error comes from the API or the page that owns the path.
 */
export function toOriginForm(request: IncomingMessage): string {
  const { url = '/' } = request
  if (url.startsWith('/')) return toReadablePath(url)
  const [, authority, rest = ''] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(url) ?? []
  if (authority === undefined) return url
  authorities.set(request, authority)
  request.headers.host = authority
  return toReadablePath(rest.startsWith('/') ? rest : `/${rest}`)
}

/** Returns the authority of a request target in absolute form. */
export const authorityOf = (request: IncomingMessage): string | undefined =>
  authorities.get(request)

function toReadablePath(url: string): string {
  if (url.length <= maxSegmentLength && !url.includes('%')) return url
  const [, givenPath = '', query = ''] = /^([^?]*)(.*)$/s.exec(url) ?? []
  const path = givenPath
    .split('/')
    .map((segment) => segment.slice(0, maxSegmentLength))
    .join('/')
  return (isDecodable(path) ? path : path.replaceAll('%', '%25')) + query
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
