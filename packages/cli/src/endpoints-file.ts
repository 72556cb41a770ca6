import { readFileSync } from 'node:fs'
import { UsageError } from './errors.ts'

/** The settings of an endpoint in a file. Omitted settings stay unchanged. */
export interface EndpointSettings {
  url: string
  description?: string
  events?: string[]
  receives_attention?: boolean
  payload_version?: string
  standard_webhooks?: boolean
  enabled?: boolean
}

const types: Readonly<Record<keyof EndpointSettings, (value: unknown) => boolean>> = {
  url: (value) => typeof value === 'string' && value !== '',
  description: (value) => typeof value === 'string',
  events: (value) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
  receives_attention: (value) => typeof value === 'boolean',
  payload_version: (value) => typeof value === 'string',
  standard_webhooks: (value) => typeof value === 'boolean',
  enabled: (value) => typeof value === 'boolean',
}

/** Reads `{"endpoints": [...]}`. Throws a `UsageError` that names the member. */
export function readEndpointsFile(path: string): EndpointSettings[] {
  const endpoints = parseFile(path)
  const urls = new Set<string>()
  for (const [index, each] of endpoints.entries()) {
    const at = `endpoints.${index}`
    if (typeof each !== 'object' || each === null) throw new UsageError('must be an object', at)
    for (const [name, value] of Object.entries(each)) {
      if (!Object.hasOwn(types, name))
        throw new UsageError('is not a setting of an endpoint', `${at}.${name}`)
      if (!types[name as keyof EndpointSettings](value))
        throw new UsageError('has the wrong type', `${at}.${name}`)
    }
    const { url } = each as Partial<EndpointSettings>
    if (url === undefined) throw new UsageError('is required', `${at}.url`, 'required')
    if (urls.has(url)) throw new UsageError('is already in the file', `${at}.url`)
    urls.add(url)
  }
  return endpoints as EndpointSettings[]
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
