import type { DeliveryAttempt } from '#web/admin-api.ts'
import { t } from '#web/i18n/developers.ts'

type TlsReason = NonNullable<DeliveryAttempt['reason']>

const serveFullChain = t('Serve the certificate together with its intermediate certificates.')
const nameAuthority = t(
  'Use a certificate of a public authority, or add its authority to the endpoint.',
)
const renew = t('Renew the certificate.')
const checkPort = t('Check the port, and whether the URL should start with http://.')
const checkClientCertificate = t(
  'Add a client certificate that your server accepts to the endpoint.',
)

/** The explanation and the remedy for every reason of a failed TLS connection. */
// biome-ignore format: one reason per line
export const tlsDiagnoses: Readonly<Record<TlsReason, { why: string; remedy: string }>> = {
  incomplete_chain: { why: t('Your server sends its certificate without the certificate that issued it, or an authority issued it that is not trusted.'), remedy: serveFullChain },
  untrusted_authority: { why: t('The authority that issued the certificate is not trusted.'), remedy: nameAuthority },
  self_signed: { why: t('The certificate is self-signed.'), remedy: nameAuthority },
  certificate_expired: { why: t('The certificate has expired.'), remedy: renew },
  certificate_not_yet_valid: { why: t('The certificate is not valid yet.'), remedy: t('Check the clock of the computer that issued it.') },
  wrong_host: { why: t('The certificate is for other host names.'), remedy: t('Use a certificate for the host name in the URL.') },
  certificate_without_names: { why: t('The certificate has no subject alternative name. Its common name does not count.'), remedy: t('Issue it again with the host name as subject alternative name.') },
  not_tls: { why: t('The port does not speak TLS. Usually it serves plain HTTP.'), remedy: checkPort },
  no_http_1: { why: t('Your server offers no HTTP/1.1 over TLS, usually HTTP/2 only.'), remedy: t('Enable HTTP/1.1 on your server or its proxy.') },
  client_certificate_rejected: { why: t('Your server requires a client certificate, and got none or rejected it.'), remedy: checkClientCertificate },
  own_certificate_unusable: { why: t('A certificate or the key of this endpoint cannot be used.'), remedy: t('Replace the certificates of the endpoint.') },
  unsupported_protocol: { why: t('Your server and this service have no common version of TLS.'), remedy: t('Enable TLS 1.2 or 1.3 on your server.') },
  handshake_rejected: { why: t('Your server rejected the TLS handshake. It requires a client certificate, or has no common cipher.'), remedy: checkClientCertificate },
  unknown_name: { why: t('Your server has no certificate for this host name.'), remedy: t('Use a certificate for the host name in the URL.') },
  closed: { why: t('Your server closed the connection during the TLS handshake.'), remedy: checkPort },
  handshake_failed: { why: t('The TLS handshake failed for another reason.'), remedy: t('Check the TLS settings of your server.') },
}
