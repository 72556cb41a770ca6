import type { ClientError, Configuration } from 'openid-client'
import type { ProviderRules } from '#accounts'
import { createGuardedFetch } from '#platform/http-client/guarded-fetch'
import { RequestFailure } from '#platform/http-client/guarded-request'

/*
 * Reads the discovery document of a provider. The library checks documents and tokens. Every request goes
 * through the address guard, because an admin of any account chooses the address of the provider.
 */

/** The parts of a provider's discovery document that sign-in needs. */
export type ProviderMetadata = Readonly<{
  issuer: string
  authorization_endpoint: string
  token_endpoint: string
  jwks_uri: string
  id_token_signing_alg_values_supported: string[]
  token_endpoint_auth_methods_supported?: string[]
  authorization_response_iss_parameter_supported?: boolean
}>

export interface ProviderClient {
  issuer: string
  client_id: string
  client_secret: string
  /** The claim of the ID token with the groups of the person. */
  groups_claim: string
}

/** The document, or a description of the problem that follows the name of the field. */
export type DiscoveryResult = { metadata: ProviderMetadata } | { problem: string }

/** Loads the library on first use, because most processes sign no user in. */
export const loadOpenIdClient = () => import('openid-client')

const maxBytes = 256 * 1024 // the keys of a provider have only some kilobytes
const defaultTimeoutMs = 5_000

/**
 * The accepted signature algorithms of ID tokens. All of them are asymmetric, because the keys come from the
 * provider.
 */
const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519']

const discoveryPath = '/.well-known/openid-configuration'

/** Returns the issuer that the user entered, or why it is not valid. */
export function parseIssuer(
  text: string,
  { allowPrivate }: ProviderRules,
): { issuer: string } | { problem: string } {
  const trimmed = text.trim()
  const issuer = trimmed.endsWith(discoveryPath) ? trimmed.slice(0, -discoveryPath.length) : trimmed
  if (!URL.canParse(issuer))
    return { problem: 'must be an address such as https://login.example.com' }
  const url = new URL(issuer)
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    return { problem: 'must begin with https://' }
  if (url.username !== '' || url.password !== '')
    return { problem: 'must not contain a user name or a password' }
  if (url.search !== '' || url.hash !== '' || url.pathname.includes('/.well-known/'))
    return { problem: 'must be the issuer itself, without parameters and without /.well-known' }
  return { issuer }
}

/** Reads the discovery document of the issuer, and checks that sign-in can work with it. */
export async function discover(
  client: ProviderClient,
  rules: ProviderRules,
): Promise<DiscoveryResult> {
  try {
    const configuration = await requestDiscovery(client, rules)
    return toMetadata(client.issuer, configuration.serverMetadata(), rules)
  } catch (error) {
    const problem = describeFailure(error)
    if (problem === undefined) throw error
    return { problem }
  }
}

/** Creates the library's client for a provider whose discovery document is known. */
export async function createConfiguration(
  { client_id, client_secret }: ProviderClient,
  metadata: ProviderMetadata,
  rules: ProviderRules,
): Promise<Configuration> {
  const openid = await loadOpenIdClient()
  const methods = metadata.token_endpoint_auth_methods_supported
  const authentication = methods?.includes('client_secret_post')
    ? openid.ClientSecretPost(client_secret)
    : openid.ClientSecretBasic(client_secret)
  const configuration = new openid.Configuration({ ...metadata }, client_id, {}, authentication)
  configuration[openid.customFetch] = createFetch(rules)
  // Without this call, the library relies on TLS and does not check the signature of ID tokens.
  openid.enableNonRepudiationChecks(configuration)
  if (rules.allowPrivate) openid.allowInsecureRequests(configuration)
  return configuration
}

async function requestDiscovery(
  { issuer, client_id }: ProviderClient,
  rules: ProviderRules,
): Promise<Configuration> {
  const openid = await loadOpenIdClient()
  return openid.discovery(new URL(issuer), client_id, {}, openid.None(), {
    [openid.customFetch]: createFetch(rules),
    execute: rules.allowPrivate ? [openid.allowInsecureRequests] : [],
  })
}

/** Creates a fetch function behind the address guard. */
export const createFetch = ({ timeoutMs = defaultTimeoutMs, ...rules }: ProviderRules) =>
  createGuardedFetch({ ...rules, timeoutMs, maxBytes })

type ServerMetadata = ReturnType<Configuration['serverMetadata']>

function toMetadata(
  issuer: string,
  document: ServerMetadata,
  rules: ProviderRules,
): DiscoveryResult {
  // The library does not check the issuer of some providers, so this code does.
  if (new URL(document.issuer).href !== new URL(issuer).href) return mismatch(document.issuer)
  const { authorization_endpoint, token_endpoint, jwks_uri } = document
  const invalid = Object.entries({ authorization_endpoint, token_endpoint, jwks_uri }).find(
    ([, url]) => !isEndpoint(url, rules),
  )
  if (invalid !== undefined)
    return { problem: `has a discovery document without a valid ${invalid[0]}` }
  const supportsCode =
    includes(document.response_types_supported, 'code') &&
    includes(document.grant_types_supported, 'authorization_code')
  if (!supportsCode) return { problem: 'does not support the authorization code flow' }
  const supported = document.id_token_signing_alg_values_supported
  const signing = Array.isArray(supported)
    ? algorithms.filter((each) => supported.includes(each))
    : ['RS256']
  if (signing.length === 0)
    return { problem: 'does not sign ID tokens with RS256, PS256, ES256 or EdDSA' }
  const methods = document.token_endpoint_auth_methods_supported
  return {
    metadata: {
      issuer: document.issuer,
      authorization_endpoint: String(authorization_endpoint),
      token_endpoint: String(token_endpoint),
      jwks_uri: String(jwks_uri),
      id_token_signing_alg_values_supported: signing,
      ...(Array.isArray(methods) && {
        token_endpoint_auth_methods_supported: methods
          .filter((each) => typeof each === 'string')
          .slice(0, 20),
      }),
      ...(document.authorization_response_iss_parameter_supported === true && {
        authorization_response_iss_parameter_supported: true,
      }),
    },
  }
}

const mismatch = (named: unknown) => ({
  problem: `is not the issuer that its discovery document names: ${String(named).slice(0, 200)}`,
})

/**
 * Returns whether a value is a valid URL of an endpoint. A browser opens the first endpoint, so its scheme
 * must not be one that runs a script.
 */
const isEndpoint = (url: unknown, { allowPrivate }: ProviderRules): boolean =>
  typeof url === 'string' &&
  URL.canParse(url) &&
  (new URL(url).protocol === 'https:' || (allowPrivate && new URL(url).protocol === 'http:'))

/**
 * Returns whether a list of the document has the value. A missing list stands for the default list, which has
 * the value.
 */
const includes = (list: unknown, value: string): boolean =>
  list === undefined || (Array.isArray(list) && list.includes(value))

/** Describes why a request to the provider failed. Returns undefined for a bug. */
function describeFailure(error: unknown): string | undefined {
  const failure = findRequestFailure(error)
  if (failure !== undefined) return failureProblems[failure.code]
  const { code, cause } = (error ?? {}) as Partial<ClientError>
  if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED')
    return mismatch((cause as { body?: { issuer?: unknown } } | undefined)?.body?.issuer).problem
  return documentProblems[code ?? '']
}

/** Finds the failure of a request in an error. The library wraps the errors of its fetch function. */
export function findRequestFailure(error: unknown): RequestFailure | undefined {
  if (error instanceof RequestFailure) return error
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof RequestFailure ? cause : undefined
}

const failureProblems: Readonly<Record<RequestFailure['code'], string>> = {
  port_refused: 'has a port to which this installation sends no requests',
  address_refused:
    'leads to a private address or a port that is not allowed; the operator of the installation can allow a network',
  dns_failed: 'names a host that does not exist',
  timeout: 'is not reachable: it did not respond in time',
  too_large: 'has a discovery document that is too large',
  connection_failed: 'is not reachable: the connection failed',
}

const noDocument = `has no discovery document at ${discoveryPath}`
const documentProblems: Readonly<Record<string, string>> = {
  OAUTH_RESPONSE_IS_NOT_CONFORM: noDocument,
  OAUTH_RESPONSE_IS_NOT_JSON: noDocument,
  OAUTH_PARSE_ERROR: noDocument,
  OAUTH_INVALID_RESPONSE: 'has a discovery document that is not valid',
  OAUTH_TIMEOUT: failureProblems.timeout,
  OAUTH_UNSUPPORTED_OPERATION: 'has a discovery document that is not valid',
  ERR_INVALID_URL: 'has a discovery document that is not valid',
  OAUTH_HTTP_REQUEST_FORBIDDEN: 'must begin with https://',
}
