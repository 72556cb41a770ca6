import type { Agent } from 'node:http'
import type { IEasyPostOptions, IShipment } from '@easypost/api'

/** The part of EasyPost's client that this module uses. */
export interface EasyPostClient {
  Shipment: {
    create(shipment: object): Promise<IShipment>
    /** Accepts an EasyPost id or the shipment's reference. */
    retrieve(id: string): Promise<IShipment>
    buy(id: string, rate_id: string): Promise<IShipment>
    refund(id: string): Promise<IShipment>
  }
  Address: {
    retrieve(id: string): Promise<{ id: string }>
  }
  Utils: {
    /** Throws when the signature is invalid. */
    validateWebhook(body: Buffer, headers: object, secret: string): unknown
  }
}

/**
 * The package's types describe its CommonJS form, where the class is a member; in the ES module the
 * class is the default export.
 */
interface EasyPostModule {
  default: new (key: string, options?: IEasyPostOptions) => EasyPostClient
}

/** The part of the client's HTTP request (superagent) that the request limits need. */
export interface ClientRequest {
  agent(agent: Agent): ClientRequest
  redirects(max: number): ClientRequest
  timeout(limits: { response: number; deadline: number }): ClientRequest
  maxResponseSize(bytes: number): ClientRequest
}

/** Loads the client on first use: the package is large, and most deployments do not use EasyPost. */
export async function loadEasyPostClient(
  key: string,
  options?: IEasyPostOptions,
): Promise<EasyPostClient> {
  const { default: Client } = (await import('@easypost/api')) as unknown as EasyPostModule
  return new Client(key, options)
}
