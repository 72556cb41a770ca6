import type { SAML } from '@node-saml/node-saml'
import { Type } from 'typebox'
import { defineIdentityProvider, type OpenedProvider, SignOnFailure } from '#accounts'
import { toIdentity } from './assertion.ts'
import { isAddress, type ProviderMetadata, readMetadata } from './metadata.ts'
import { inspectResponse, invalid } from './response.ts'
import { texts } from './texts.ts'

/** A provider of SAML 2.0: requests with HTTP-Redirect, and signed assertions with HTTP-POST. */
export const saml = defineIdentityProvider({
  kind: 'saml',
  title: { en: 'SAML 2.0' },
  about: texts.about,
  settings: {
    metadata: {
      schema: Type.String({ minLength: 1, maxLength: 100_000 }),
      label: texts.metadata,
      hint: texts.metadataHint,
    },
    groups_attribute: {
      schema: Type.String({ maxLength: 200, default: 'groups' }),
      label: texts.groupsAttribute,
      hint: texts.groupsAttributeHint,
    },
  },
  registration: ({ response, description }) => [
    { label: texts.entityId, value: description },
    { label: texts.responseUrl, value: response },
  ],

  async check({ metadata: text }, rules) {
    const result = await readMetadata(text, rules)
    if ('problem' in result) return { ...result, setting: 'metadata' }
    const { metadata: state } = result
    return { state, subject_scope: state.entity_id, values: { metadata: text.trim() } }
  },

  async start(provider, { state, derive, isConfirmation }) {
    const client = await createClient(provider, toRequestId(derive), isConfirmation)
    return client.getAuthorizeUrlAsync(state, undefined, {})
  },

  findState: (parameters) => parameters.get('RelayState'),

  async complete(provider, { parameters, derive }, rules) {
    const encoded = parameters.get('SAMLResponse') ?? ''
    const request_id = toRequestId(derive)
    const { response: response_url } = provider.urls
    inspectResponse(encoded, { response_url, request_id })
    const state = await readCurrent(provider, rules)
    const client = await createClient({ ...provider, state }, request_id)
    const { groups_attribute } = provider.values
    const expected = { entity_id: state.entity_id, response_url, request_id, groups_attribute }
    const assertion = await verify(client, encoded)
    return { identity: toIdentity(assertion, { ...expected, now: new Date() }), state }
  },

  /** Describes the service with its entity id, its address, and the wish for signed assertions. */
  describe: ({ response, description }) =>
    `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${description}">
  <SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <AssertionConsumerService index="0" isDefault="true" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${response}"/>
  </SPSSODescriptor>
</EntityDescriptor>
`,
})

/** Derives the id of a request from the secret of its browser, so no other response can name it. */
const toRequestId = (derive: (purpose: string) => string): string => `_${derive('request id')}`

type Provider = OpenedProvider<{ metadata: string; groups_attribute: string }, ProviderMetadata>

/** Reads the metadata again from its address: keys change. While the address fails, the stored keys are used. */
async function readCurrent(
  { values, state }: Provider,
  rules: Parameters<typeof readMetadata>[1],
): Promise<ProviderMetadata> {
  if (!isAddress(values.metadata)) return state
  const result = await readMetadata(values.metadata, rules)
  return 'metadata' in result && result.metadata.entity_id === state.entity_id
    ? result.metadata
    : state
}

async function createClient(
  { state, urls }: Pick<Provider, 'state' | 'urls'>,
  request_id: string,
  forceAuthn = false,
): Promise<SAML> {
  const library = await import('@node-saml/node-saml') // most processes sign no user in
  return new library.SAML({
    issuer: urls.description,
    audience: urls.description,
    callbackUrl: urls.response,
    entryPoint: state.sign_in_url,
    idpCert: [...state.certificates],
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    forceAuthn,
    acceptedClockSkewMs: 60_000,
    generateUniqueId: () => request_id,
    validateInResponseTo: library.ValidateInResponseTo.always,
    cacheProvider: {
      saveAsync: async (_key, value) => ({ value, createdAt: Date.now() }),
      getAsync: async (key) => (key === request_id ? new Date().toISOString() : null),
      removeAsync: async (key) => key,
    },
  })
}

/** Verifies the signature and the conditions of the assertion, and returns what is signed. Throws `SignOnFailure`. */
async function verify(client: SAML, encoded: string): Promise<Record<string, unknown>> {
  try {
    const { profile } = await client.validatePostResponseAsync({ SAMLResponse: encoded })
    const { Assertion: assertion } = (profile?.getAssertion?.() ?? {}) as Record<string, unknown>
    if (assertion === undefined) throw invalid('no_assertion')
    return assertion as Record<string, unknown>
  } catch (error) {
    if (error instanceof SignOnFailure || !(error instanceof Error)) throw error
    // The beginning of the library's message names the check, without values.
    throw invalid(error.message.split(/[.:]/)[0]?.replace(/\W+/g, '_').slice(0, 64) ?? '')
  }
}
