import { get as getHttp } from 'node:http'
import { get as getHttps } from 'node:https'
import { createSsrfAgent } from '#platform/http-client/ssrf-agent'

const timeoutMs = 5_000
const maxBytes = 2_000_000

/**
 * Loads the URL of a logo. Returns undefined for an image, otherwise the problem as a fragment that follows the field
 * name. The SSRF protection of webhooks applies, so that a form cannot make this server read private addresses.
 */
export function checkLogo(text: string, allowPrivate: boolean): Promise<string | undefined> {
  const url = new URL(text)
  const protocol = url.protocol === 'http:' ? 'http:' : 'https:'
  const agent = createSsrfAgent(protocol, { allowPrivate, resolveTimeoutMs: timeoutMs })
  const get = protocol === 'http:' ? getHttp : getHttps
  return new Promise((resolve) => {
    const finish = (problem: string | undefined) => {
      clearTimeout(timer)
      request.destroy()
      agent.destroy()
      resolve(problem)
    }
    const request = get(url, { agent, headers: { accept: 'image/*' } }, (response) => {
      const { statusCode = 0, headers } = response
      const type = headers['content-type'] ?? ''
      if (statusCode !== 200) return finish(`cannot be loaded: its server returned ${statusCode}`)
      if (!/^image\//i.test(type))
        return finish(`is not a picture: its type is ${type || 'unknown'}`)
      if (Number(headers['content-length'] ?? 0) > maxBytes)
        return finish('is larger than 2 MB; use a smaller picture')
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > maxBytes) finish('is larger than 2 MB; use a smaller picture')
      })
      response.on('end', () => finish(bytes === 0 ? 'is an empty file' : undefined))
      response.on('error', () => finish('cannot be loaded: the connection was closed'))
    })
    request.on('error', ({ message }) => finish(toMessage(message)))
    const timer = setTimeout(() => finish('cannot be loaded within 5 seconds'), timeoutMs)
  })
}

const toMessage = (message: string): string =>
  message === 'address_refused'
    ? 'points to a private address; recipients could not load it'
    : message === 'dns_failed'
      ? 'names a host that does not exist'
      : 'cannot be loaded: its server does not respond'
