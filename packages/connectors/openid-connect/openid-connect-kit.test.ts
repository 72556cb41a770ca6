import { testIdentityProvider } from '#test/identity-provider-kit'
import { startOpenIdProvider } from '#test/openid-provider'
import { openIdConnect } from './index.ts'

const provider = await startOpenIdProvider()
const { issuer, client_id, client_secret } = provider
const now = Math.floor(Date.now() / 1000)
const lie = (claims: Record<string, unknown>) => () => {
  provider.faults = { claims }
}

testIdentityProvider(openIdConnect, {
  values: { issuer, client_id, client_secret, groups_claim: 'groups' },
  urls: {
    response: 'http://localhost:1/single-sign-on/x',
    description: 'http://localhost:1/x',
    logout: 'http://localhost:1/single-sign-on/x/logout',
  },
  respond: async (url) => {
    const response = await fetch(url, { redirect: 'manual' })
    return new URL(response.headers.get('location') ?? '').searchParams
  },
  lies: {
    'for another audience': lie({ aud: 'another' }),
    'that has expired': lie({ exp: now - 120 }),
    'of another issuer': lie({ iss: 'https://login.example.com' }),
    'to another request': lie({ nonce: 'x'.repeat(43) }),
    'without a subject': lie({ sub: '' }),
    'with another key': () => {
      provider.faults = { hasOtherKey: true }
    },
  },
  reset() {
    provider.faults = {}
    provider.person = { sub: 'ada', email: 'ada@example.com', email_verified: true }
  },
})
