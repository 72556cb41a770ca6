/** Why a TLS connection failed, with the description in the documents. */
export const tlsReasons = {
  incomplete_chain:
    'The receiver sends its certificate without the intermediate certificate that issued it, or an authority that is not trusted issued it. Serve the full chain.',
  untrusted_authority: 'The authority of the certificate is not trusted here.',
  self_signed: 'The certificate is self-signed and not trusted here.',
  certificate_expired: 'The certificate has expired.',
  certificate_not_yet_valid: 'The certificate is not valid yet.',
  wrong_host: 'The certificate is for other host names.',
  certificate_without_names:
    'The certificate has no subject alternative name, which RFC 9110 requires. Its common name does not count.',
  not_tls: 'The port does not speak TLS. Usually it serves plain HTTP.',
  no_http_1: 'The receiver offers no HTTP/1.1 over TLS. Usually it offers HTTP/2 only.',
  client_certificate_rejected:
    'The receiver requires a client certificate, and got none or rejected it.',
  own_certificate_unusable: 'A certificate or the key of the endpoint cannot be used.',
  unsupported_protocol: 'The receiver and this service have no common version of TLS.',
  handshake_rejected:
    'The receiver rejected the handshake. It requires a client certificate, or has no cipher in common with this service.',
  unknown_name: 'The receiver has no certificate for this host name.',
  closed: 'The receiver closed the connection during the handshake.',
  handshake_failed: 'The handshake failed for another reason.',
} as const satisfies Record<string, string>

export type TlsReason = keyof typeof tlsReasons
