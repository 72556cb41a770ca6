import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { createAuthTestApp, startAnotherNode } from '#test/auth-harness'
import { submitConsent } from '#test/consent-browser'

/*
 * The tests of two unmodified OAuth clients from npm against a running server. They validate the response of
 * each step strictly by the standards.
 */

const testApp = await createAuthTestApp()
const secondOrigin = await startAnotherNode(testApp)
const redirect_uri = 'https://app.example.com/callback?from=bestow'
const allowHttp = { [oauth.allowInsecureRequests]: true } // the test server has no TLS

const secrets = {
  post: (secret: string) => oauth.ClientSecretPost(secret),
  basic: (secret: string) => oauth.ClientSecretBasic(secret),
}

async function discover(): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(testApp.origin)
  const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...allowHttp })
  return oauth.processDiscoveryResponse(issuer, response)
}

describe('oauth4webapi', () => {
  for (const [name, authentication] of Object.entries(secrets)) {
    test(`obtains, refreshes and revokes tokens with the secret by ${name}`, async () => {
      const server = await discover()
      const created = await testApp.createClient()
      const client = { client_id: created.client_id }
      const proof = authentication(created.client_secret)
      const options = { ...allowHttp, headers: { 'x-api-key': created.api_key } }

      const tokens = await oauth.processClientCredentialsResponse(
        server,
        client,
        await oauth.clientCredentialsGrantRequest(
          server,
          client,
          proof,
          { tenant: created.tenant },
          options,
        ),
      )
      assert.equal(tokens.expires_in, 3600)
      assert.equal(await testApp.call(tokens.access_token, created.api_key), 200)

      const refreshed = await oauth.processRefreshTokenResponse(
        server,
        client,
        await oauth.refreshTokenGrantRequest(
          server,
          client,
          proof,
          tokens.refresh_token ?? '',
          allowHttp,
        ),
      )
      assert.equal(await testApp.call(refreshed.access_token, created.api_key), 200)

      await oauth.processRevocationResponse(
        await oauth.revocationRequest(
          server,
          client,
          proof,
          refreshed.refresh_token ?? '',
          allowHttp,
        ),
      )
      for (const origin of [testApp.origin, secondOrigin])
        for (const token of [tokens.access_token, refreshed.access_token])
          assert.equal(await testApp.call(token, created.api_key, { origin }), 401)
    })
  }

  test('receives OAuth error codes', async () => {
    const server = await discover()
    const created = await testApp.createClient()
    const client = { client_id: created.client_id }
    const request = await oauth.clientCredentialsGrantRequest(
      server,
      client,
      oauth.ClientSecretPost('wrong'),
      { tenant: created.tenant },
      { ...allowHttp, headers: { 'x-api-key': created.api_key } },
    )
    await assert.rejects(
      oauth.processClientCredentialsResponse(server, client, request),
      (error) =>
        error instanceof oauth.ResponseBodyError &&
        error.error === 'invalid_client' &&
        error.status === 401,
    )
  })

  test('authorizes an app with a code and PKCE', async () => {
    const server = await discover()
    const created = await testApp.createPublicClient(redirect_uri)
    const client = { client_id: created.client_id }
    const verifier = oauth.generateRandomCodeVerifier()
    const state = oauth.generateRandomState()
    const url = new URL(server.authorization_endpoint ?? '')
    url.search = new URLSearchParams({
      client_id: created.client_id,
      redirect_uri,
      response_type: 'code',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
    }).toString()

    const callbackUrl = await submitConsent(url, testApp.admin)
    assert.ok(callbackUrl.href.startsWith(`${redirect_uri}&`))
    callbackUrl.searchParams.delete('from')
    const tokens = await oauth.processAuthorizationCodeResponse(
      server,
      client,
      await oauth.authorizationCodeGrantRequest(
        server,
        client,
        oauth.None(),
        oauth.validateAuthResponse(server, client, callbackUrl, state),
        redirect_uri,
        verifier,
        allowHttp,
      ),
    )
    assert.equal(await testApp.call(tokens.access_token, created.api_key), 200)
    const refreshed = await oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(
        server,
        client,
        oauth.None(),
        tokens.refresh_token ?? '',
        allowHttp,
      ),
    )
    assert.equal(await testApp.call(refreshed.access_token, created.api_key), 200)
  })
})

describe('openid-client', () => {
  const redirect_uri = 'https://app.example.com/callback' // The library treats every query parameter as part of the response.
  const configure = (client_id: string, proof?: openid.ClientAuth) =>
    openid.discovery(new URL(testApp.origin), client_id, undefined, proof, {
      algorithm: 'oauth2',
      execute: [openid.allowInsecureRequests],
    })

  const proofs = { post: openid.ClientSecretPost, basic: openid.ClientSecretBasic }
  for (const [name, proof] of Object.entries(proofs)) {
    test(`obtains, refreshes and revokes tokens with the secret by ${name}`, async () => {
      const created = await testApp.createClient()
      const config = await configure(created.client_id, proof(created.client_secret))
      // The library has no option for headers, but accepts a fetch function.
      config[openid.customFetch] = (url, { body, headers, ...options }) =>
        fetch(url, {
          ...options,
          headers: { ...headers, 'x-api-key': created.api_key },
          body: body ?? null,
        })
      const tokens = await openid.clientCredentialsGrant(config, { tenant: created.tenant })
      assert.equal(await testApp.call(tokens.access_token, created.api_key), 200)
      assert.equal(tokens.expires_in, 3600)

      const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
      assert.equal(await testApp.call(refreshed.access_token, created.api_key), 200)

      // reuses an old refresh token after its successor was used
      await openid.refreshTokenGrant(config, refreshed.refresh_token ?? '')
      await assert.rejects(
        openid.refreshTokenGrant(config, tokens.refresh_token ?? ''),
        (error) => error instanceof openid.ResponseBodyError && error.error === 'invalid_grant',
      )
      for (const origin of [testApp.origin, secondOrigin])
        assert.equal(await testApp.call(refreshed.access_token, created.api_key, { origin }), 401)

      const second = await openid.clientCredentialsGrant(config, { tenant: created.tenant })
      await openid.tokenRevocation(config, second.access_token)
      assert.equal(
        await testApp.call(second.access_token, created.api_key, { origin: secondOrigin }),
        401,
      )
    })
  }

  test('authorizes an app with a code and PKCE, calls the API, and reports a denial', async () => {
    const created = await testApp.createPublicClient(redirect_uri)
    const config = await configure(created.client_id, openid.None())
    const verifier = openid.randomPKCECodeVerifier()
    const state = openid.randomState()
    const buildUrl = async () =>
      openid.buildAuthorizationUrl(config, {
        redirect_uri,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
      })
    const checks = { pkceCodeVerifier: verifier, expectedState: state }

    const tokens = await openid.authorizationCodeGrant(
      config,
      await submitConsent(await buildUrl(), testApp.admin),
      checks,
    )
    const response = await openid.fetchProtectedResource(
      config,
      tokens.access_token,
      new URL(`${testApp.origin}/api/campaigns`),
      'GET',
      null,
      new Headers({ 'service-api-version': '2026-05', 'x-api-key': created.api_key }),
    )
    assert.equal(response.status, 200)

    await assert.rejects(
      openid.authorizationCodeGrant(
        config,
        await submitConsent(await buildUrl(), undefined),
        checks,
      ),
      (error) =>
        error instanceof openid.AuthorizationResponseError && error.error === 'access_denied',
    )
  })
})
