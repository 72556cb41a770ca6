import type { Agent } from 'node:http'
import type { IEasyPostOptions, IShipment } from '@easypost/api'

/** As much of EasyPost's client as is used here. */
export interface EasyPostClient {
  Shipment: {
    create(shipment: object): Promise<IShipment>
    /** By its id, or by our reference. */
    retrieve(id: string): Promise<IShipment>
    buy(id: string, rate_id: string): Promise<IShipment>
    refund(id: string): Promise<IShipment>
  }
  Utils: {
    /** Throws when the message is not genuine. */
    validateWebhook(body: Buffer, headers: object, secret: string): unknown
  }
}

/** Its types describe the CommonJS form, in which the class is a member; as a module it is the default. */
interface EasyPostModule {
  default: new (key: string, options?: IEasyPostOptions) => EasyPostClient
}

/** The client's own request, as much of it as our rules need. */
export interface ClientRequest {
  agent(agent: Agent): ClientRequest
  redirects(max: number): ClientRequest
  timeout(limits: { response: number; deadline: number }): ClientRequest
  maxResponseSize(bytes: number): ClientRequest
}

/** Loaded when it is wanted: it is large, and most installations have no account there. */
export async function loadEasyPostClient(
  key: string,
  options?: IEasyPostOptions,
): Promise<EasyPostClient> {
  const { default: Client } = (await import('@easypost/api')) as unknown as EasyPostModule
  return new Client(key, options)
}
