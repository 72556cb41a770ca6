import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { CliContext } from './context.ts'
import { UsageError } from './errors.ts'

/*
 * The connection settings of an endpoint in a file: custom headers and certificates. The file does not
 * contain the secrets: they are in environment variables and in separate files. So the file can be in version
 * control.
 */

/**
 * A header in the settings file. If the header has no value in the file, the service does not change the
 * stored value.
 */
interface HeaderEntry {
  name: string
  value?: string
  value_env?: string
}

/** The connection settings as the settings file names them. */
export interface ConnectionEntries {
  headers?: HeaderEntry[]
  max_per_second?: number | null
  filter?: string | null
  ordered?: boolean
  ed25519?: boolean
  ca_file?: string | null
  client_certificate_file?: string | null
  client_key_file?: string
}

/** The connection settings that a request writes. */
export interface ConnectionSettings {
  headers?: { name: string; value?: string }[]
  max_per_second?: number | null
  filter?: string | null
  ordered?: boolean
  ed25519?: boolean
  ca?: string | null
  client_certificate?: string | null
  client_key?: string
}

/** The connection settings that a response shows. */
export interface ShownConnection {
  header_names: readonly string[]
  max_per_second?: number | null | undefined
  filter?: string | null | undefined
  ordered?: boolean | undefined
  public_key?: string | null | undefined
  ca_subject?: string | null | undefined
  ca_expires_at?: string | null | undefined
  client_certificate_subject?: string | null | undefined
  client_certificate_expires_at?: string | null | undefined
}

/** Returns whether a value is a list of headers. */
export const isHeaderList = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every(
    (each) =>
      typeof each === 'object' &&
      each !== null &&
      'name' in each &&
      Object.entries(each).every(
        ([name, text]) => ['name', 'value', 'value_env'].includes(name) && typeof text === 'string',
      ),
  )

/** The place that a setting comes from, for error messages. */
interface Source {
  env: CliContext['env']
  /** The path of the file with the endpoints. The other paths in that file are relative to this path. */
  path: string
  /** The path of the setting inside the file, such as `endpoints.0`. */
  at: string
}

/**
 * Reads the environment variables and the files that the settings name. Throws a `UsageError` if one is
 * missing.
 */
export function readConnection(entries: ConnectionEntries, source: Source): ConnectionSettings {
  const { headers, max_per_second, filter, ordered, ed25519, ca_file } = entries
  const { client_certificate_file } = entries
  const read = (name: 'ca_file' | 'client_certificate_file' | 'client_key_file') =>
    readText(entries[name], name, source)
  return {
    ...(headers !== undefined && {
      headers: headers.map((each, index) => readHeader(each, index, source)),
    }),
    ...(max_per_second !== undefined && { max_per_second }),
    ...(filter !== undefined && { filter }),
    ...(ordered !== undefined && { ordered }),
    ...(ed25519 !== undefined && { ed25519 }),
    ...(ca_file !== undefined && { ca: read('ca_file') }),
    ...(client_certificate_file !== undefined && {
      client_certificate: read('client_certificate_file'),
    }),
    ...(entries.client_key_file !== undefined && { client_key: read('client_key_file') ?? '' }),
  }
}

function readHeader({ name, value, value_env }: HeaderEntry, index: number, source: Source) {
  const at = `${source.at}.headers.${index}`
  if (value !== undefined && value_env !== undefined)
    throw new UsageError('has a value already; remove value or value_env', `${at}.value_env`)
  if (value_env === undefined) return value === undefined ? { name } : { name, value }
  const found = source.env[value_env]
  if (found === undefined || found === '')
    throw new UsageError(`names the variable ${value_env}, which is not set`, `${at}.value_env`)
  return { name, value: found }
}

function readText(
  file: string | null | undefined,
  name: string,
  { path, at }: Source,
): string | null {
  if (file === null || file === undefined) return null
  try {
    return readFileSync(resolve(dirname(path), file), 'utf8')
  } catch (error) {
    throw new UsageError(`cannot be read: ${(error as Error).message}`, `${at}.${name}`)
  }
}

/**
 * Returns the settings that differ from the endpoint. A response contains no header values, keys or
 * certificates. So headers count as equal if their names are equal, and certificates if subject and expiry
 * are equal. With `isForced`, the result always includes these settings.
 */
export function findChangedConnection(
  settings: ConnectionSettings,
  current: ShownConnection,
  isForced: boolean,
): ConnectionSettings {
  const { headers, max_per_second, filter, ordered, ed25519 } = settings
  const { ca, client_certificate, client_key } = settings
  const isSame = (pem: string | null, subject: unknown, expires_at: unknown) =>
    (!isForced || pem === null) && isSameCertificate(pem, subject, expires_at)
  const hasSameHeaders =
    headers === undefined ||
    ((!isForced || headers.length === 0) && hasNames(headers, current.header_names))
  const hasSameClient =
    client_certificate === undefined ||
    isSame(
      client_certificate,
      current.client_certificate_subject,
      current.client_certificate_expires_at,
    )
  return {
    ...(!hasSameHeaders && { headers }),
    ...(max_per_second !== undefined &&
      max_per_second !== (current.max_per_second ?? null) && { max_per_second }),
    ...(filter !== undefined && filter !== (current.filter ?? null) && { filter }),
    ...(ordered !== undefined && ordered !== (current.ordered ?? false) && { ordered }),
    ...(ed25519 !== undefined &&
      ed25519 !== ((current.public_key ?? null) !== null) && { ed25519 }),
    ...(ca !== undefined && !isSame(ca, current.ca_subject, current.ca_expires_at) && { ca }),
    ...(!hasSameClient && {
      client_certificate,
      ...(client_key !== undefined && { client_key }),
    }),
  }
}

const hasNames = (headers: readonly { name: string }[], names: readonly string[]): boolean =>
  headers.length === names.length && headers.every(({ name }) => names.includes(name))

function isSameCertificate(pem: string | null, subject: unknown, expires_at: unknown): boolean {
  if (pem === null) return (subject ?? null) === null
  const certificate = describeCertificates(pem)
  return (
    certificate !== undefined &&
    certificate.subject === subject &&
    certificate.expires_at === Date.parse(String(expires_at))
  )
}

const certificatePattern = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+?-----END CERTIFICATE-----/g

/**
 * Describes certificates in the same way as the service. Returns undefined for text that is not a
 * certificate; the service rejects that text.
 */
function describeCertificates(pem: string): { subject: string; expires_at: number } | undefined {
  try {
    const certificates = (pem.match(certificatePattern) ?? []).map(
      (each) => new X509Certificate(each),
    )
    const [first] = certificates
    if (first === undefined) return undefined
    return {
      subject: first.subject.split('\n').join(', ').slice(0, 255),
      expires_at: Math.min(...certificates.map(({ validTo }) => Date.parse(validTo))),
    }
  } catch {
    return undefined
  }
}

/** Removes the secrets from the settings, so that a command can print the settings. */
export function toPrintable({
  headers,
  ca,
  client_certificate,
  client_key: _secret,
  ...others
}: ConnectionSettings): Record<string, unknown> {
  const describe = (pem: string | null) =>
    pem === null ? null : (describeCertificates(pem)?.subject ?? 'not a certificate')
  return {
    ...others,
    ...(headers !== undefined && { headers: headers.map(({ name }) => name) }),
    ...(ca !== undefined && { ca: describe(ca) }),
    ...(client_certificate !== undefined && { client_certificate: describe(client_certificate) }),
  }
}
