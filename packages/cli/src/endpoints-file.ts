import { readFileSync } from 'node:fs'
import type { CliContext } from './context.ts'
import {
  type ConnectionEntries,
  type ConnectionSettings,
  isHeaderList,
  readConnection,
} from './endpoint-connection.ts'
import { UsageError } from './errors.ts'

/** The settings of an endpoint. Omitted settings stay unchanged. */
interface BasicSettings {
  url: string
  description?: string
  events?: string[]
  receives_attention?: boolean
  payload_version?: string
  standard_webhooks?: boolean
  enabled?: boolean
}

export interface WantedEndpoint {
  settings: BasicSettings
  connection: ConnectionSettings
}

type Entry = BasicSettings & ConnectionEntries

const isTextOrNull = (value: unknown) => value === null || typeof value === 'string'

const types: Readonly<Record<keyof Entry, (value: unknown) => boolean>> = {
  url: (value) => typeof value === 'string' && value !== '',
  description: (value) => typeof value === 'string',
  events: (value) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
  receives_attention: (value) => typeof value === 'boolean',
  payload_version: (value) => typeof value === 'string',
  standard_webhooks: (value) => typeof value === 'boolean',
  enabled: (value) => typeof value === 'boolean',
  headers: isHeaderList,
  max_per_second: (value) => value === null || typeof value === 'number',
  filter: isTextOrNull,
  ordered: (value) => typeof value === 'boolean',
  ed25519: (value) => typeof value === 'boolean',
  ca_file: isTextOrNull,
  client_certificate_file: isTextOrNull,
  client_key_file: (value) => typeof value === 'string',
}

/**
 * Reads a file with the content `{"endpoints": [...]}`, and the secrets that it names. Throws a `UsageError`
 * that names the invalid member.
 */
export function readEndpointsFile(path: string, env: CliContext['env']): WantedEndpoint[] {
  return parseEntries(path).map((entry, index) => {
    const {
      headers: _headers,
      max_per_second: _rate,
      filter: _filter,
      ordered: _ordered,
      ed25519: _ed25519,
      ca_file: _ca,
      client_certificate_file: _certificate,
      client_key_file: _key,
      ...settings
    } = entry
    return { settings, connection: readConnection(entry, { env, path, at: `endpoints.${index}` }) }
  })
}

function parseEntries(path: string): Entry[] {
  const endpoints = parseFile(path)
  const urls = new Set<string>()
  for (const [index, each] of endpoints.entries()) {
    const at = `endpoints.${index}`
    if (typeof each !== 'object' || each === null) throw new UsageError('must be an object', at)
    for (const [name, value] of Object.entries(each)) {
      if (!Object.hasOwn(types, name))
        throw new UsageError('is not a setting of an endpoint', `${at}.${name}`)
      if (!types[name as keyof Entry](value))
        throw new UsageError('has the wrong type', `${at}.${name}`)
    }
    const { url } = each as Partial<Entry>
    if (url === undefined) throw new UsageError('is required', `${at}.url`, 'required')
    if (urls.has(url)) throw new UsageError('is already in the file', `${at}.url`)
    urls.add(url)
  }
  return endpoints as Entry[]
}

function parseFile(path: string): unknown[] {
  const content = parseJson(path)
  const { endpoints, ...others } = (content ?? {}) as Record<string, unknown>
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw new UsageError('is not a member of the file', unknown)
  if (!Array.isArray(endpoints)) throw new UsageError('must be a list', 'endpoints')
  return endpoints
}

function parseJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new UsageError(`${path} cannot be read as JSON: ${(error as Error).message}`)
  }
}
