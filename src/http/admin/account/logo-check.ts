import {
  type GuardedResponse,
  type OutboundRules,
  RequestFailure,
  sendGuardedRequest,
} from '#platform/http-client/guarded-request'

const timeoutMs = 5_000
const maxBytes = 2_000_000

/**
 * Loads the URL of a logo. Returns undefined for an image. Otherwise, the result is a description of the
 * problem that can follow the name of the field. The SSRF protection of webhooks applies, so that a form
 * cannot make this server read private addresses.
 */
export async function checkLogo(url: string, rules: OutboundRules): Promise<string | undefined> {
  try {
    const headers = { accept: 'image/*' }
    const limits = { ...rules, timeoutMs, maxBytes }
    return findProblem(await sendGuardedRequest(url, { method: 'GET', headers, ...limits }))
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error
    return failureProblems[error.code]
  }
}

function findProblem({ status, headers, body }: GuardedResponse): string | undefined {
  const type = headers['content-type'] ?? ''
  if (status !== 200) return `cannot be loaded: its server returned ${status}`
  if (!/^image\//i.test(type)) return `is not a picture: its type is ${type || 'unknown'}`
  return body.length === 0 ? 'is an empty file' : undefined
}

const failureProblems: Readonly<Record<RequestFailure['code'], string>> = {
  address_refused: 'points to a private address; recipients could not load it',
  port_refused: 'has a port to which this installation sends no requests; leave the port out',
  dns_failed: 'names a host that does not exist',
  timeout: 'cannot be loaded within 5 seconds',
  too_large: 'is larger than 2 MB; use a smaller picture',
  connection_failed: 'cannot be loaded: its server does not respond',
}
