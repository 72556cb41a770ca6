import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { createConsentBrowser } from '#test/consent-browser'

interface SavedState {
  tokens?: Awaited<ReturnType<OAuthClientProvider['tokens']>>
  client?: Awaited<ReturnType<OAuthClientProvider['clientInformation']>>
  verifier?: string
  authorizationUrl?: URL
}

/**
 * Creates the OAuth provider of an MCP client that only knows the URL. The provider stores
 * everything that it learns in `saved`.
 */
function createOAuthProvider(
  redirectUrl = 'http://127.0.0.1:33418/callback',
): OAuthClientProvider & { saved: SavedState } {
  const saved: SavedState = {}
  return {
    saved,
    redirectUrl,
    clientMetadata: {
      client_name: 'Test Assistant',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    state: () => 'state of the client',
    clientInformation: () => saved.client,
    saveClientInformation: (client) => {
      saved.client = client
    },
    tokens: () => saved.tokens,
    saveTokens: (tokens) => {
      saved.tokens = tokens
    },
    redirectToAuthorization: (url) => {
      saved.authorizationUrl = url
    },
    saveCodeVerifier: (verifier) => {
      saved.verifier = verifier
    },
    codeVerifier: () => saved.verifier ?? '',
  }
}

/** Signs in as a person would in the browser. Returns the connected client. */
export async function signInToMcp(
  origin: string,
  user: { email: string; password: string },
  fields: Record<string, string> = {},
) {
  const provider = createOAuthProvider()
  const url = new URL(`${origin}/mcp`)
  const first = new StreamableHTTPClientTransport(url, { authProvider: provider })
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(first).then(
    () => {
      throw new Error('the server asked for no sign-in')
    },
    (error: unknown) => {
      if (!(error instanceof UnauthorizedError)) throw error
    },
  )
  const callback = await allow(provider.saved.authorizationUrl, { ...user, ...fields })
  await first.finishAuth(callback.searchParams)
  const connected = new Client({ name: 'test', version: '1' })
  await connected.connect(new StreamableHTTPClientTransport(url, { authProvider: provider }))
  return { client: connected, provider }
}

/** Allows the app on the consent page. Returns the URL of the browser's redirect. */
export async function allow(url: URL | undefined, fields: Record<string, string>): Promise<URL> {
  if (url === undefined) throw new Error('the client opened no browser')
  const browser = createConsentBrowser()
  const page = await browser.open(url)
  const response = await browser.submit(page, { decision: 'allow', ...fields })
  const location = response.headers.get('location')
  if (location === null) throw new Error(`no redirect: ${response.status} ${response.text}`)
  return new URL(location)
}
