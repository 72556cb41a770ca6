import { createSecureContext, type SecureContext } from 'node:tls'

/** The authorities and the client certificate of one destination, in PEM. */
export interface TlsSettings {
  /** The id of these settings. Only requests with equal ids share a connection. */
  id: string
  /** The trusted authorities, which replace the default ones. */
  ca?: string
  cert?: string
  key?: string
}

/**
 * The TLS contexts by their settings. Reading certificates costs more than a request,
 * so each context is created once.
 */
const contexts = new WeakMap<TlsSettings, SecureContext>()

/**
 * Returns the TLS context of these settings. Returns undefined if OpenSSL rejects a certificate or the key.
 */
export function getSecureContext(settings: TlsSettings): SecureContext | undefined {
  const known = contexts.get(settings)
  if (known !== undefined) return known
  const { ca, cert, key } = settings
  try {
    const context = createSecureContext({
      // Every certificate that the endpoint names is a trust anchor, self-signed or not (RFC 5280, 6.1.1).
      ...(ca !== undefined && { ca, allowPartialTrustChain: true }),
      ...(cert !== undefined && { cert }),
      ...(key !== undefined && { key }),
    })
    contexts.set(settings, context)
    return context
  } catch {
    return undefined
  }
}
