import type {
  Connector,
  ConnectorRegistry,
  ConnectorSettings,
  TestResult,
  Values,
  ValuesOf,
} from '#connections'
import type { OutboundRules } from '#platform/http-client/guarded-request'
import type { Carrier } from './carrier.ts'

/** A connector of the port `carrier`. `docs/connectors/carriers.md` states what its carriers guarantee. */
export interface CarrierConnector extends Connector<'carrier'> {
  /** The name of its carriers in parcels and URLs. */
  carrierName: string
  /** Whether the account's own people pack these parcels at the packing station. */
  packedHere: boolean
  /** Whether its carriers have rates to choose from. */
  hasRates: boolean
  open(values: Values, outbound: OutboundRules): Carrier
}

/** A connector whose functions get the values of its own settings. */
type CarrierDefinition<Settings extends ConnectorSettings> = Omit<
  CarrierConnector,
  'port' | 'settings' | 'open' | 'test'
> & {
  settings: Settings
  open(values: ValuesOf<Settings>, outbound: OutboundRules): Carrier
  test(values: ValuesOf<Settings>, outbound: OutboundRules): Promise<TestResult>
}

/** Declares a connector of the port `carrier`. Its functions receive only values that its schemas accept. */
export const defineCarrier = <const Settings extends ConnectorSettings>(
  definition: CarrierDefinition<Settings>,
): CarrierConnector => ({ ...definition, port: 'carrier' }) as unknown as CarrierConnector

export const findCarrierConnector = (
  { find }: ConnectorRegistry,
  kind: string,
): CarrierConnector | undefined => {
  const connector = find(kind)
  return connector !== undefined && isCarrierConnector(connector) ? connector : undefined
}

export const isCarrierConnector = (connector: Connector): connector is CarrierConnector =>
  connector.port === 'carrier'
