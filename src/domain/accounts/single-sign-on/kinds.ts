import type { Deployment } from '#platform/deployment'
import type { ConnectorSettings, Values } from '#platform/lib/connector-settings'
import {
  type AnyIdentityProvider,
  type OpenedProvider,
  type ProviderRules,
  type ProviderUrls,
  SignOnFailure,
} from './identity-provider.ts'
import { type ProviderRow, providerSecretContext } from './tables.ts'

/** The kinds of identity providers of the installation, and where their requests may go. */
export interface ProviderKinds {
  all: readonly AnyIdentityProvider[]
  rules: ProviderRules
}

export const findKind = ({ all }: ProviderKinds, kind: string): AnyIdentityProvider | undefined =>
  all.find((each) => each.kind === kind)

/** Returns the addresses of a provider. Each has its own, so that none can use a response for another. */
export const toUrls = (
  { origin }: Pick<Deployment, 'origin'>,
  { path_id }: Pick<ProviderRow, 'path_id'>,
): ProviderUrls => ({
  response: `${origin}/single-sign-on/${path_id}`,
  description: `${origin}/admin/api/single-sign-on/${path_id}/description`,
  logout: `${origin}/single-sign-on/${path_id}/logout`,
})

/** Returns the name of the secret setting of a kind. */
export const secretSetting = ({ settings }: { settings: ConnectorSettings }): string | undefined =>
  Object.entries(settings).find(([, { isSecret }]) => isSecret === true)?.[0]

/** Returns the values of a provider, with its secret. Throws if the encryption key is missing. */
export function decryptValues(
  { cipher }: Pick<Deployment, 'cipher'>,
  connector: AnyIdentityProvider,
  { id, settings, secret_encrypted }: ProviderRow,
): Values {
  const name = secretSetting(connector)
  if (name === undefined || secret_encrypted === null) return settings
  return { ...settings, [name]: cipher.decrypt(secret_encrypted, providerSecretContext(id)) }
}

/** Returns the connector and the values of a provider. Throws if its settings were never saved. */
export function openProvider(
  deployment: Deployment,
  kinds: ProviderKinds,
  row: ProviderRow | undefined,
): { row: ProviderRow; connector: AnyIdentityProvider; opened: OpenedProvider } {
  const connector = row && findKind(kinds, row.kind)
  if (row === undefined || connector === undefined || row.state === null)
    throw new SignOnFailure('expired')
  const values = decryptValues(deployment, connector, row)
  return { row, connector, opened: { values, state: row.state, urls: toUrls(deployment, row) } }
}
