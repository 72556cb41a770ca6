import { readFileSync } from 'node:fs'
import type { Context } from './context.ts'
import { Misuse } from './failure.ts'
import { findProfile, profileName } from './profiles.ts'
import { Bestow } from './sdk.ts'

/** The service that a command talks to, as whoever the token stands for. */
export interface Service {
  /** Origin and `/api`, without a slash at the end. */
  url: string
  token: string
  client: Bestow
  /** A request of any kind, answered with the text as it came. Nothing is sent twice. */
  ask(method: string, path: string, options?: AskOptions): Promise<Answer>
}

interface AskOptions {
  version?: string | undefined
  body?: string | undefined
  headers?: Readonly<Record<string, string>> | undefined
  signal?: AbortSignal | undefined
}

export interface Answer {
  status: number
  headers: Headers
  text: string
}

/** Every command that talks to a service takes these. */
export interface ServiceOptions {
  profile?: string | undefined
  url?: string | undefined
}

const home = 'http://localhost:3000/api'

/** Where and as whom: options, then the environment, then the profile. */
export function placeOf(
  context: Context,
  options: ServiceOptions,
): { url: string; token?: string } {
  const { env } = context
  const name = profileName(context, options.profile)
  const profile = findProfile(context, name)
  if (options.profile !== undefined && profile === undefined)
    throw new Misuse(
      `There is no profile '${name}'. Make it: bestow login --profile ${name}`,
      '--profile',
    )
  // A profile that was named means its own token and address, whatever the environment says.
  const isNamed = options.profile !== undefined
  const url = options.url ?? (isNamed ? profile?.url : (env.BESTOW_API_URL ?? profile?.url)) ?? home
  const token = isNamed ? profile?.token : (env.BESTOW_API_TOKEN ?? profile?.token)
  return { url: tidy(url), ...(token === undefined ? {} : { token }) }
}

/** The address of the API, also when only the origin was given. */
export function tidy(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new Misuse(`'${text}' is not an address such as https://gifts.example.com/api.`, '--url')
  const path = url.pathname.replace(/\/+$/, '')
  return `${url.origin}${path === '' ? '/api' : path}`
}

export function serviceOf(context: Context, options: ServiceOptions): Service {
  const { url, token } = placeOf(context, options)
  if (token === undefined)
    throw new Misuse(
      'There is no token. Set BESTOW_API_TOKEN, or run: bestow login',
      'BESTOW_API_TOKEN',
      'required',
    )
  return connectTo(context, url, token)
}

export function connectTo(context: Context, url: string, token: string): Service {
  const go = context.fetch ?? fetch
  const client = new Bestow({
    baseUrl: url,
    token,
    fetch: go,
    onDeprecation: (message) => context.err(message),
  })
  return {
    url,
    token,
    client,
    async ask(method, path, { version = client.apiVersion, body, headers, signal } = {}) {
      const answered = await go(`${url}${path.startsWith('/') ? '' : '/'}${path}`, {
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
      return { status: answered.status, headers: answered.headers, text: await answered.text() }
    },
  }
}

/** The version of this package. */
export const version: string = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
).version

const userAgent = `bestow-cli/${version}`
