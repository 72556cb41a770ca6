import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { anotherNode, openAuthWorld } from '#test/auth-world'
import { agree } from '#test/consent'

/*
 * Two OAuth clients from the registry, unchanged, against a listening server. They check the answers
 * of each step by the letter of the standards, which is what they are here for.
 */

const world = await openAuthWorld()
const secondOrigin = await anotherNode(world)
const redirect_uri = 'https://app.example.com/callback?from=bestow'
const insecure = { [oauth.allowInsecureRequests]: true } // a test server has no certificate

const secrets = {
  post: (secret: string) => oauth.ClientSecretPost(secret),
  basic: (secret: string) => oauth.ClientSecretBasic(secret),
}

async function discover(): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(world.origin)
  const answer = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
  return oauth.processDiscoveryResponse(issuer, answer)
}

describe('oauth4webapi', () => {
  for (const [name, authentication] of Object.entries(secrets)) {
    test(`buys, refreshes and revokes with the secret by ${name}`, async () => {
      const server = await discover()
      const made = await world.newClient()
      const client = { client_id: made.client_id }
      const proof = authentication(made.client_secret)
      const options = { ...insecure, headers: { 'x-api-key': made.api_key } }

      const bought = await oauth.processClientCredentialsResponse(
        server,
        client,
        await oauth.clientCredentialsGrantRequest(
          server,
          client,
          proof,
          { tenant: made.tenant },
          options,
        ),
      )
      assert.equal(bought.expires_in, 3600)
      assert.equal(await world.call(bought.access_token, made.api_key), 200)

      const refreshed = await oauth.processRefreshTokenResponse(
        server,
        client,
        await oauth.refreshTokenGrantRequest(
          server,
          client,
          proof,
          bought.refresh_token ?? '',
          insecure,
        ),
      )
      assert.equal(await world.call(refreshed.access_token, made.api_key), 200)

      await oauth.processRevocationResponse(
        await oauth.revocationRequest(
          server,
          client,
          proof,
          refreshed.refresh_token ?? '',
          insecure,
        ),
      )
      for (const origin of [world.origin, secondOrigin])
        for (const token of [bought.access_token, refreshed.access_token])
          assert.equal(await world.call(token, made.api_key, { origin }), 401)
    })
  }

  test('is told what is wrong in words it knows', async () => {
    const server = await discover()
    const made = await world.newClient()
    const client = { client_id: made.client_id }
    const request = await oauth.clientCredentialsGrantRequest(
      server,
      client,
      oauth.ClientSecretPost('wrong'),
      { tenant: made.tenant },
      { ...insecure, headers: { 'x-api-key': made.api_key } },
    )
    await assert.rejects(
      oauth.processClientCredentialsResponse(server, client, request),
      (error) =>
        error instanceof oauth.ResponseBodyError &&
        error.error === 'invalid_client' &&
        error.status === 401,
    )
  })

  test('lets an app in with a code and PKCE', async () => {
    const server = await discover()
    const made = await world.newApp(redirect_uri)
    const client = { client_id: made.client_id }
    const verifier = oauth.generateRandomCodeVerifier()
    const state = oauth.generateRandomState()
    const url = new URL(server.authorization_endpoint ?? '')
    url.search = new URLSearchParams({
      client_id: made.client_id,
      redirect_uri,
      response_type: 'code',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
    }).toString()

    const back = await agree(url, world.admin)
    assert.ok(back.href.startsWith(`${redirect_uri}&`))
    back.searchParams.delete('from')
    const bought = await oauth.processAuthorizationCodeResponse(
      server,
      client,
      await oauth.authorizationCodeGrantRequest(
        server,
        client,
        oauth.None(),
        oauth.validateAuthResponse(server, client, back, state),
        redirect_uri,
        verifier,
        insecure,
      ),
    )
    assert.equal(await world.call(bought.access_token, made.api_key), 200)
    const refreshed = await oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(
        server,
        client,
        oauth.None(),
        bought.refresh_token ?? '',
        insecure,
      ),
    )
    assert.equal(await world.call(refreshed.access_token, made.api_key), 200)
  })
})

describe('openid-client', () => {
  const redirect_uri = 'https://app.example.com/callback' // it takes any query for the answer's
  const configure = (client_id: string, proof?: openid.ClientAuth) =>
    openid.discovery(new URL(world.origin), client_id, undefined, proof, {
      algorithm: 'oauth2',
      execute: [openid.allowInsecureRequests],
    })

  const proofs = { post: openid.ClientSecretPost, basic: openid.ClientSecretBasic }
  for (const [name, proof] of Object.entries(proofs)) {
    test(`buys, refreshes and revokes with the secret by ${name}`, async () => {
      const made = await world.newClient()
      const config = await configure(made.client_id, proof(made.client_secret))
      // The library has no parameter for headers; it takes a fetch for that.
      config[openid.customFetch] = (url, { body, headers, ...options }) =>
        fetch(url, {
          ...options,
          headers: { ...headers, 'x-api-key': made.api_key },
          body: body ?? null,
        })
      const bought = await openid.clientCredentialsGrant(config, { tenant: made.tenant })
      assert.equal(await world.call(bought.access_token, made.api_key), 200)
      assert.equal(bought.expires_in, 3600)

      const refreshed = await openid.refreshTokenGrant(config, bought.refresh_token ?? '')
      assert.equal(await world.call(refreshed.access_token, made.api_key), 200)

      await assert.rejects(
        openid.refreshTokenGrant(config, bought.refresh_token ?? ''),
        (error) => error instanceof openid.ResponseBodyError && error.error === 'invalid_grant',
      )
      for (const origin of [world.origin, secondOrigin])
        assert.equal(await world.call(refreshed.access_token, made.api_key, { origin }), 401)

      const again = await openid.clientCredentialsGrant(config, { tenant: made.tenant })
      await openid.tokenRevocation(config, again.access_token)
      assert.equal(
        await world.call(again.access_token, made.api_key, { origin: secondOrigin }),
        401,
      )
    })
  }

  test('lets an app in with a code and PKCE, calls the API, and hears a no', async () => {
    const made = await world.newApp(redirect_uri)
    const config = await configure(made.client_id, openid.None())
    const verifier = openid.randomPKCECodeVerifier()
    const state = openid.randomState()
    const ask = async () =>
      openid.buildAuthorizationUrl(config, {
        redirect_uri,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
      })
    const checks = { pkceCodeVerifier: verifier, expectedState: state }

    const bought = await openid.authorizationCodeGrant(
      config,
      await agree(await ask(), world.admin),
      checks,
    )
    const answer = await openid.fetchProtectedResource(
      config,
      bought.access_token,
      new URL(`${world.origin}/api/campaigns`),
      'GET',
      null,
      new Headers({ 'service-api-version': '2026-05', 'x-api-key': made.api_key }),
    )
    assert.equal(answer.status, 200)

    await assert.rejects(
      openid.authorizationCodeGrant(config, await agree(await ask(), undefined), checks),
      (error) =>
        error instanceof openid.AuthorizationResponseError && error.error === 'access_denied',
    )
  })
})
