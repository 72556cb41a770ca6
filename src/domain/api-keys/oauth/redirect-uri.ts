const maxLength = 2000
const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** The schemes of editors that register one without a dot. Each belongs to one application. */
const editorSchemes = /^(cursor|vscode|vscode-insiders|windsurf):$/

/** Validates a redirect URI of an app that registers itself. Also accepts the schemes of known editors. */
export const findAppRedirectUriError = (text: string): string | undefined =>
  URL.canParse(text) && editorSchemes.test(new URL(text).protocol)
    ? findRedirectUriError(text.replace(/^[^:]*/, 'app.editor'))
    : findRedirectUriError(text)

/**
 * Validates a redirect URI. Returns the error as a phrase without a subject; undefined if the URI is
 * valid.
 */
export function findRedirectUriError(text: string): string | undefined {
  if (text.length > maxLength) return `must be at most ${maxLength} characters`
  const url = URL.canParse(text) && /^[\x21-\x7e]+$/.test(text) ? new URL(text) : undefined
  if (url === undefined) return 'must be an absolute URI such as https://app.example.com/callback'
  if (text.includes('#')) return 'must not contain a fragment'
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password'
  if (url.protocol === 'https:') return undefined
  if (url.protocol === 'http:')
    return loopback.test(url.hostname) ? undefined : 'must use https, except on localhost'
  // A private-use scheme is a reversed domain name: it belongs to one app, and is never javascript:
  // or data:.
  return url.protocol.includes('.')
    ? undefined
    : 'must use https, or a private-use scheme such as com.example.app:/callback'
}
