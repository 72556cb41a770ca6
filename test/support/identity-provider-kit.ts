import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { type AnyIdentityProvider, type ProviderUrls, SignOnFailure } from '#accounts'
import { testConnector } from '#test/connector-kit'

/*
 * The conformance kit of the port `identity provider`. It attacks each guarantee of docs/connectors/identity-providers.md.
 */

export interface IdentityProviderSubject {
  /** Values with which `check` succeeds. */
  values: Readonly<Record<string, string>>
  urls: ProviderUrls
  /** Opens a URL at the provider as a browser, and returns the query or the form of the response. */
  respond(url: string): Promise<URLSearchParams>
  /** The lies of the provider, each for the next response. */
  lies: Readonly<Record<string, () => void>>
  /** Makes the provider honest. */
  reset(): void
}

const rules = { allowPrivate: true }

/** Creates the secrets of a request in a browser of its own. */
function newRequest() {
  const state = randomBytes(32).toString('base64url')
  const token = randomBytes(32)
  const derive = (purpose: string) =>
    createHash('sha256').update(token).update(purpose).digest('base64url')
  return { state, derive }
}

/** Registers the tests of a connector. */
export function testIdentityProvider(
  connector: AnyIdentityProvider,
  subject: IdentityProviderSubject,
): void {
  const open = async () => {
    const checked = await connector.check(subject.values, rules)
    if ('problem' in checked) throw new Error(`${checked.setting} ${checked.problem}`)
    const values = { ...subject.values, ...checked.values }
    return { values, state: checked.state, urls: subject.urls }
  }
  const fails = async (parameters: URLSearchParams, secrets = newRequest()) =>
    assert.rejects(
      connector.complete(await open(), { parameters, ...secrets }, rules),
      (error: unknown) =>
        error instanceof SignOnFailure && /^\w{1,64}$/.test(error.detail ?? error.reason),
      parameters.toString().slice(0, 100),
    )
  const begin = async () => {
    const secrets = newRequest()
    const url = await connector.start(await open(), { ...secrets, isConfirmation: false })
    return { secrets, url }
  }

  testConnector(connector)
  describe(`the identity provider ${connector.kind}`, () => {
    it('has at most one secret setting', () => {
      const all: { isSecret?: true }[] = Object.values(connector.settings)
      assert.ok(all.filter(({ isSecret }) => isSecret === true).length <= 1)
    })

    it('reads a state without secrets, and the same scope of subjects again', async () => {
      const [first, second] = [await open(), await connector.check(subject.values, rules)]
      assert.deepEqual('state' in second && second.state, first.state)
      for (const [name, { isSecret }] of Object.entries<{ isSecret?: true }>(connector.settings))
        if (isSecret) assert.ok(!JSON.stringify(first.state).includes(subject.values[name] ?? ''))
    })

    it('names a setting that does not fit', async () => {
      for (const name of Object.keys(subject.values)) {
        const result = await connector.check({ ...subject.values, [name]: 'http://[' }, rules)
        if ('problem' in result) assert.ok(Object.hasOwn(connector.settings, result.setting))
      }
    })

    it('proves an identity, whose response brings the state back', async () => {
      subject.reset()
      const { secrets, url } = await begin()
      const parameters = await subject.respond(url)
      assert.equal(connector.findState(parameters), secrets.state)
      const response = { parameters, ...secrets }
      const { identity } = await connector.complete(await open(), response, rules)
      assert.ok(identity.subject.length > 0 && identity.subject.length <= 255)
      assert.ok(identity.email?.includes('@'))
    })

    it('rejects the response to another request, and of another browser', async () => {
      subject.reset()
      const { url } = await begin()
      const parameters = await subject.respond(url)
      await fails(parameters)
      const { state } = newRequest()
      await fails(await subject.respond((await begin()).url), { ...newRequest(), state })
    })

    it('rejects what is no response', async () => {
      subject.reset()
      const { url } = await begin()
      const names = [...(await subject.respond(url)).keys()]
      const garbage = ['', '\0', '<', '%', 'ÿ'.repeat(1_000), randomBytes(3_000).toString('base64')]
      await fails(new URLSearchParams())
      for (const text of garbage)
        await fails(new URLSearchParams(names.map((name): [string, string] => [name, text])))
    })

    for (const [name, lie] of Object.entries(subject.lies))
      it(`rejects a response ${name}`, async () => {
        subject.reset()
        lie()
        const { secrets, url } = await begin()
        await fails(await subject.respond(url), secrets)
        subject.reset()
      })
  })
}
