import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { defineIdentityProvider } from '#accounts'
import { discover, type ProviderMetadata, parseIssuer } from './discovery.ts'
import { verifyLogoutToken } from './logout.ts'
import { texts } from './texts.ts'
import { requestIdentity } from './tokens.ts'

/** A provider of OpenID Connect: authorization code flow with PKCE, and a client secret. */
export const openIdConnect = defineIdentityProvider({
  kind: 'openid-connect',
  title: { en: 'OpenID Connect' },
  about: texts.about,
  settings: {
    issuer: {
      schema: Type.String({ minLength: 1, maxLength: 500 }),
      label: texts.issuer,
      hint: texts.issuerHint,
    },
    client_id: { schema: Type.String({ minLength: 1, maxLength: 500 }), label: texts.clientId },
    client_secret: {
      schema: Type.String({ minLength: 1, maxLength: 2_000 }),
      label: texts.clientSecret,
      isSecret: true,
    },
    groups_claim: {
      schema: Type.String({ maxLength: 200, default: 'groups' }),
      label: texts.groupsClaim,
      hint: texts.groupsClaimHint,
    },
  },
  registration: ({ response, logout }) => [
    { label: texts.redirectUri, value: response },
    { label: texts.logoutUri, value: logout },
  ],

  async check({ issuer: text, ...values }, rules) {
    const parsed = parseIssuer(text, rules)
    if ('problem' in parsed) return { ...parsed, setting: 'issuer' }
    const client = { ...values, issuer: parsed.issuer, client_id: values.client_id.trim() }
    const result = await discover(client, rules)
    if ('problem' in result) return { ...result, setting: 'issuer' }
    const { metadata: state } = result
    const { issuer } = state
    const { client_id } = client
    return { state, subject_scope: `${issuer} ${client_id}`, values: { issuer, client_id } }
  },

  async start({ values, state: metadata, urls }, { state, derive, email, isConfirmation }) {
    const { nonce, code_verifier } = toSecrets(derive)
    const url = new URL(metadata.authorization_endpoint)
    const parameters = {
      response_type: 'code',
      client_id: values.client_id,
      redirect_uri: urls.response,
      scope: 'openid email profile',
      state,
      nonce,
      code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...(email !== undefined && { login_hint: email }),
      ...(isConfirmation && { prompt: 'login', max_age: '0' }),
    }
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
    return url.href
  },

  findState: (parameters) => parameters.get('state'),

  async complete({ values, state: metadata, urls }, { parameters, state, derive }, rules) {
    const url = new URL(`${urls.response}?${parameters}`)
    const client = {
      ...values,
      groups_claim: values.groups_claim ?? 'groups',
      issuer: metadata.issuer,
    }
    const response = { url, state, ...toSecrets(derive) }
    const { identity, metadata: current } = await requestIdentity(client, response, rules)
    return { identity, state: current satisfies ProviderMetadata }
  },

  readLogout: ({ values, state }, message, rules) =>
    verifyLogoutToken(message.get('logout_token') ?? '', state, values.client_id, rules),
})

const toSecrets = (derive: (purpose: string) => string) => ({
  nonce: derive('nonce'),
  code_verifier: derive('code verifier'),
})
