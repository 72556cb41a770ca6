import {
  type Connector,
  type ConnectorRegistry,
  definer,
  type OpeningConnector,
} from '#connections'
import type { Carrier } from './carrier.ts'

/** A connector of the port `carrier`. `docs/connectors/carriers.md` states what its carriers guarantee. */
export interface CarrierConnector extends OpeningConnector<'carrier', Carrier> {
  /** The name of its carriers in parcels and URLs. */
  carrierName: string
  /** Whether the account's own people pack these parcels at the packing station. */
  packedHere: boolean
  /** Whether its carriers have rates to choose from. */
  hasRates: boolean
}

/** Declares a connector of the port `carrier`. */
export const defineCarrier = definer<CarrierConnector>('carrier')

export const findCarrierConnector = (
  { find }: ConnectorRegistry,
  kind: string,
): CarrierConnector | undefined => {
  const connector = find(kind)
  return connector !== undefined && isCarrierConnector(connector) ? connector : undefined
}

export const isCarrierConnector = (connector: Connector): connector is CarrierConnector =>
  connector.port === 'carrier'
