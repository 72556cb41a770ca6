import type { CliContext } from './context.ts'
import { UsageError } from './errors.ts'
import { findProfile, profileName } from './profiles.ts'
import { Bestow, packageVersion } from './sdk.ts'

/** The service of a command, with the credentials of its token. */
export interface Service {
  /** The base URL of the API: the origin and a path such as `/api`, without a trailing slash. */
  url: string
  token: string
  client: Bestow
  /** Sends any request and returns the response as text. Does not retry the request. */
  request(method: string, path: string, options?: RequestOptions): Promise<ApiResponse>
}

interface RequestOptions {
  version?: string | undefined
  body?: string | undefined
  headers?: Readonly<Record<string, string>> | undefined
  signal?: AbortSignal | undefined
}

export interface ApiResponse {
  status: number
  headers: Headers
  text: string
}

/** The options that all commands which call the service have. */
export interface ServiceOptions {
  profile?: string | undefined
  url?: string | undefined
}

const defaultUrl = 'http://localhost:3000/api'

/** Finds the address and the token. The options have priority, then the environment, then the profile. */
export function resolveTarget(
  context: CliContext,
  options: ServiceOptions,
): { url: string; token?: string } {
  const { env } = context
  const name = profileName(context, options.profile)
  const profile = findProfile(context, name)
  if (options.profile !== undefined && profile === undefined)
    throw new UsageError(
      `There is no profile '${name}'. Create it: bestow login --profile ${name}`,
      '--profile',
    )
  // If the user names a profile, it has priority over the environment for both the token and the address.
  const isNamed = options.profile !== undefined
  const url =
    options.url ?? (isNamed ? profile?.url : (env.BESTOW_API_URL ?? profile?.url)) ?? defaultUrl
  const token = isNamed ? profile?.token : (env.BESTOW_API_TOKEN ?? profile?.token)
  return { url: normalizeBaseUrl(url), ...(token === undefined ? {} : { token }) }
}

/** Returns the base URL of the API. If the URL has no path, the function adds `/api`. */
export function normalizeBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new UsageError(
      `'${text}' is not an address such as https://gifts.example.com/api.`,
      '--url',
    )
  const path = url.pathname.replace(/\/+$/, '')
  return `${url.origin}${path === '' ? '/api' : path}`
}

export function createService(context: CliContext, options: ServiceOptions): Service {
  const { url, token } = resolveTarget(context, options)
  if (token === undefined)
    throw new UsageError(
      'is not set, and no token is saved. Set it, or run: bestow login',
      'BESTOW_API_TOKEN',
      'required',
    )
  return connect(context, url, token)
}

export function connect(context: CliContext, url: string, token: string): Service {
  const fetchFn = context.fetch ?? fetch
  const client = new Bestow({
    baseUrl: url,
    token,
    fetch: fetchFn,
    onDeprecation: (message) => context.err(message),
  })
  return {
    url,
    token,
    client,
    async request(method, path, { version = client.apiVersion, body, headers, signal } = {}) {
      const response = await fetchFn(`${url}${path.startsWith('/') ? '' : '/'}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'service-api-version': version,
          'user-agent': userAgent,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        redirect: 'error',
        ...(body === undefined ? {} : { body }),
        ...(signal === undefined ? {} : { signal }),
      })
      return { status: response.status, headers: response.headers, text: await response.text() }
    },
  }
}

const userAgent = `bestow-cli/${packageVersion}`
