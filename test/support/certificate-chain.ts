import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface IssuedCertificate {
  key: string
  cert: string
}

export interface CertificateInput {
  name: string
  issuer?: IssuedCertificate
  isAuthority?: boolean
  /** The subject alternative names. The default is a DNS name equal to the name. An empty text means none. */
  names?: string
  /** The start of the validity, in the form of openssl: YYYYMMDDHHMMSSZ. */
  from?: string
  until?: string
}

/**
 * Creates a key and a certificate. The issuer signs the certificate. Without an issuer, it is self-signed.
 */
export function issueCertificate({
  name,
  issuer,
  isAuthority = false,
  names = isAuthority ? '' : `DNS:${name}`,
  from = '20260101000000Z',
  until = '20990101000000Z',
}: CertificateInput): IssuedCertificate {
  const folder = mkdtempSync(join(tmpdir(), 'bestow-chain-'))
  const path = (file: string) => join(folder, file)
  const openssl = (...args: string[]) =>
    execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })
  openssl('genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-out', 'key')
  openssl('req', '-new', '-key', 'key', '-subj', `/CN=${name}`, '-out', 'request')
  writeFileSync(
    path('extensions'),
    [
      `basicConstraints=critical,CA:${isAuthority ? 'TRUE' : 'FALSE'}`,
      ...(names === '' ? [] : [`subjectAltName=${names}`]),
    ].join('\n'),
  )
  writeFileSync(path('index'), '')
  writeFileSync(
    path('config'),
    '[ca]\ndefault_ca=d\n[d]\ndatabase=index\nnew_certs_dir=.\ndefault_md=sha256\npolicy=p\nrand_serial=yes\nunique_subject=no\n[p]\ncommonName=supplied\n',
  )
  writeFileSync(path('issuer-key'), issuer?.key ?? readFileSync(path('key')))
  if (issuer !== undefined) writeFileSync(path('issuer-cert'), issuer.cert)
  openssl(
    ...['ca', '-batch', '-config', 'config', '-in', 'request', '-out', 'cert', '-notext'],
    ...['-extfile', 'extensions', '-startdate', from, '-enddate', until],
    ...(issuer === undefined
      ? ['-selfsign', '-keyfile', 'issuer-key']
      : ['-keyfile', 'issuer-key', '-cert', 'issuer-cert']),
  )
  const issued = {
    key: readFileSync(path('key'), 'utf8'),
    cert: readFileSync(path('cert'), 'utf8'),
  }
  rmSync(folder, { recursive: true })
  return issued
}
