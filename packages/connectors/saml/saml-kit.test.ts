import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { testIdentityProvider } from '#test/identity-provider-kit'
import { type SamlFaults, startSamlProvider } from '#test/saml-provider'
import { saml } from './index.ts'

const provider = await startSamlProvider()
// The provider reads the description of the service, as its admin would do once.
const server = createServer((_request, response) => response.end(saml.describe?.(urls)))
server.listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => server.close())
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const urls = {
  response: `${origin}/single-sign-on/x`,
  description: `${origin}/description`,
  logout: `${origin}/logout`,
}
const past = new Date(Date.now() - 3_600_000).toISOString()
const lie = (faults: SamlFaults) => () => {
  provider.faults = faults
}

testIdentityProvider(saml, {
  values: { metadata: provider.metadata_url, groups_attribute: 'groups' },
  urls,
  respond: async (url) => new URLSearchParams((await provider.authorize(url)).query),
  lies: {
    'for another audience': lie({ values: { audience: 'https://other.example.com' } }),
    'that has expired': lie({ values: { not_on_or_after: past } }),
    'of another issuer': lie({ values: { issuer: 'https://login.example.com' } }),
    'to another request': lie({ values: { confirmed_to: '_other' } }),
    'without a subject': lie({ values: { name_id: '' } }),
    'with another key': lie({ hasOtherKey: true }),
    'without a signature': lie({ isUnsigned: true }),
  },
  reset() {
    provider.faults = {}
    provider.person = { name_id: 'ada-1', attributes: { mail: ['ada@example.com'] } }
  },
})
